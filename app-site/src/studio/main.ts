/**
 * The page at /studio: shows the circuits that a program of this machine (`simten studio`, or an assistant through
 * `simten mcp`) sends through its server, one after the other. Its address carries the token in the fragment.
 */
import '../elements/studio-page/studio-page.ts'
