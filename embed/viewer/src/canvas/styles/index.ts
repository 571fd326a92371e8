/** How the canvas looks. Later parts have the last word. */
import { faceStyles } from '../../faces/registry.ts'
import { buttonIcon, focusRing } from '../../look.ts'
import { nodes } from './nodes.ts'
import { overlays } from './overlays.ts'
import { shell } from './shell.ts'
import { wires } from './wires.ts'

export const canvasStyles = [focusRing, buttonIcon, wires, nodes, ...faceStyles, shell, overlays]
