import SZMarkup
import SZShared

@main extension HTMLEncodeCommand {}
