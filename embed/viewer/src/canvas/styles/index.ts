/** How the canvas looks. Later parts have the last word. */
import { buttonIcon, focusRing } from '../../look.ts'
import { faces } from './faces.ts'
import { nodes } from './nodes.ts'
import { overlays } from './overlays.ts'
import { shell } from './shell.ts'
import { wires } from './wires.ts'

export const canvasStyles = [focusRing, buttonIcon, wires, nodes, faces, shell, overlays]
