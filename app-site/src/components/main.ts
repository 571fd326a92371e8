import '../elements/components-page/components-page.ts'
