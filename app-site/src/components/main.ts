import '../elements/components-page.js'
