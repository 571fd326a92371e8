import '../elements/play-page/play-page.ts'
