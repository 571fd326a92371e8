import '../elements/play-page.ts'
