import '../elements/play-page.js'
