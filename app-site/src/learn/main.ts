import '../elements/learn-page/learn-page.ts'
