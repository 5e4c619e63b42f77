/// Asks for the line of the cache at `address`, which need not be readable; Swift has no word for it.
static inline void sz_prefetch(const void *address) { __builtin_prefetch(address); }
