/** How the canvas looks. Later parts have the last word. */
import { buttonIcon, focusRing } from '../../look'
import { faces } from './faces'
import { nodes } from './nodes'
import { overlays } from './overlays'
import { shell } from './shell'
import { wires } from './wires'

export const canvasStyles = [focusRing, buttonIcon, wires, nodes, faces, shell, overlays]
