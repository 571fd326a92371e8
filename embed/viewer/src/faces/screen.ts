/** A screen: a frame, in which `canvas/pictures.ts` shows the pixels. */
import { css } from 'lit'
import { type Face, named } from './face.ts'
import { panelShape } from './panel.ts'
import { rect } from './shape.ts'

/** Space between the frame of a screen and its pixels. */
export const BEZEL = 8
/** Pixels that are smaller than this, in user units, stand without gaps. */
export const MIN_WITH_GAPS = 6
/** Longer side of a picture in user units, as long as each of its pixels gets a whole one. */
const LONGEST_PICTURE = 320

/** Size of a pixel in user units: whole ones as long as the picture stays small. */
export function pixelSize(width: number, height: number): number {
  const largest = LONGEST_PICTURE / Math.max(width, height, 1)
  if (largest >= 1) return Math.min(20, Math.floor(largest))
  return Math.max(width, height) <= 2 * LONGEST_PICTURE ? 1 : largest * 2
}

/** A number of pixels from a node's options, as the engine reads it. */
function side(value: unknown): number {
  return typeof value === 'number' && value >= 1 ? Math.min(2048, Math.floor(value)) : 32
}

export const screen: Face = {
  kind: 'screen',
  shows: 'picture',
  takes: (d) => named(d, ['Screen', 'RasterDisplay']),
  measure(d) {
    const width = side(d.arguments.width)
    const height = side(d.arguments.height)
    const size = pixelSize(width, height)
    return panelShape(d, 'screen', width * size + 2 * BEZEL, height * size + 2 * BEZEL)
  },
  draw: ({ shape }) => [rect(shape, 'panel', 6)],
  styles: css`
    /* pixels of displays, above the drawing */
    .pictures {
      position: absolute;
      top: 0;
      left: 0;
      pointer-events: none;
    }
    :host([dimmed]) .pictures {
      opacity: 0.9;
    }
    .pixels {
      position: absolute;
      overflow: clip;
      color: var(--st-panel-high);
      background: color-mix(in srgb, var(--st-panel-text) 7%, var(--st-panel));
    }
    .pixels canvas {
      display: block;
      width: 100%;
      height: 100%;
      image-rendering: pixelated;
    }
    .pixels.gaps::after {
      content: "";
      position: absolute;
      inset: 0;
      background-image:
        linear-gradient(to right, var(--st-panel) var(--st-hairline), transparent var(--st-hairline)),
        linear-gradient(to bottom, var(--st-panel) var(--st-hairline), transparent var(--st-hairline));
      background-size: var(--pixel) var(--pixel);
    }
  `,
}
