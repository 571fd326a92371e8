/*
 * <circuit-embed> for pages that load classic scripts only:
 *
 *   <script src="https://your.host/embed/simten-embed.classic.js"></script>
 *
 * It reserves the room that the elements will take, so that nothing moves, and loads the module beside it.
 */
;(() => {
  const { currentScript } = document
  const room = new CSSStyleSheet()
  room.replaceSync(`
    circuit-embed:not(:defined) { display: block; width: 100%; aspect-ratio: 1.5; min-height: 240px; max-height: 70vh; }
    circuit-embed[height]:not(:defined) { aspect-ratio: auto; min-height: 160px; max-height: none; }
    @supports (height: attr(height px)) {
      circuit-embed[height]:not(:defined) { height: attr(height px, 360px); }
    }`)
  document.adoptedStyleSheets.push(room)
  const module = document.createElement('script')
  module.type = 'module'
  module.src = new URL('simten-embed.js', currentScript.src).href
  document.head.append(module)
})()
