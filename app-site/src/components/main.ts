import '../elements/components-page.ts'
