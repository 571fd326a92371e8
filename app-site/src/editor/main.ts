import '../elements/editor-page.js'
