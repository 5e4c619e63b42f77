internal import SZCommand

// What calls libxml2, which takes longer to load than most tools run.
Program([coreDataModel, htmlenc], otherwise: htmlenc).run()
