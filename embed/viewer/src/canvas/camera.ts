/**
 * Where the canvas looks: the first view of a picture, the views that a person chooses, and what keeps both sensible.
 */
import { fitView, keepInSight, type View, zoomAt } from './viewport.ts'

/** A picture as the camera sees it. */
export interface Subject {
  readonly width: number
  readonly height: number
  /** The top left corner of a view of some size in which reading starts, in the picture's units. */
  entrance(view: { width: number; height: number }): { x: number; y: number }
}

/** The canvas as the camera uses it. */
export interface Stage {
  size(): { width: number; height: number }
  subject(): Subject | undefined
  /** Whether something stands above the picture, at the top. */
  crowned(): boolean
  /** How much of the upper and the lower end something covers that was opened there, in CSS pixels. */
  covered(): { top: number; bottom: number }
  show(view: View): void
}

/** Below this scale the whole picture is dust: it is shown at a scale that can be read instead, from its inputs on. */
const DUST = 0.34
/** The scale at which names can be read. */
const READABLE = 0.55
/** Room that stays between a node that got the focus and the edge of the canvas, in CSS pixels. */
const MARGIN = 24

/** `start`: as a picture is first shown. `whole`: all of it. `own`: what the person chose; it stays as it is. */
type Aim = 'start' | 'whole' | 'own'

export class Camera {
  view: View = { scale: 1, x: 0, y: 0 }
  private aim: Aim = 'start'

  constructor(private readonly stage: Stage) {}

  /** Whether a person chose the view. */
  get chosen(): boolean {
    return this.aim === 'own'
  }

  /** Forgets what was chosen: another picture is shown from its start. */
  forget(): void {
    this.aim = 'start'
  }

  /** The size of the canvas or the picture changed. */
  settle(): void {
    if (this.aim === 'own') this.look(this.view)
    else if (this.aim === 'whole') this.whole()
    else this.start()
  }

  /** Shows the whole picture; when it is shown already and cannot be read, the part where reading starts. */
  fit(): void {
    const fitted = this.fitted()
    if (!fitted) return
    if (this.aim === 'whole' && fitted.scale < DUST) this.start()
    else this.whole()
  }

  /** The picture was moved within itself, from one origin to another: what is seen stays where it is. */
  follow(from: { x: number; y: number } | undefined, to: { x: number; y: number } | undefined): void {
    const { scale, x, y } = this.view
    this.aim = 'own'
    this.view = {
      scale,
      x: x - ((to?.x ?? 0) - (from?.x ?? 0)) * scale,
      y: y - ((to?.y ?? 0) - (from?.y ?? 0)) * scale,
    }
  }

  /** Moves the picture, in CSS pixels. */
  pan(dx: number, dy: number): void {
    this.aim = 'own'
    this.look({ ...this.view, x: this.view.x + dx, y: this.view.y + dy })
  }

  /** Zooms around a point of the canvas. */
  zoom(factor: number, point: { x: number; y: number }): void {
    this.aim = 'own'
    this.look(zoomAt(this.view, factor, point))
  }

  /** Brings a point of the picture into the middle of the canvas. */
  centre(point: { x: number; y: number }): void {
    const { width, height } = this.stage.size()
    const { scale } = this.view
    this.aim = 'own'
    this.look({ scale, x: width / 2 - point.x * scale, y: height / 2 - point.y * scale })
  }

  /** Moves the picture as little as needed to show a box of it. */
  bring(box: { x: number; y: number; width: number; height: number }): void {
    const { scale, x, y } = this.view
    const { width, height } = this.stage.size()
    const shift = (low: number, high: number, room: number): number =>
      low < MARGIN ? MARGIN - low : high > room - MARGIN ? Math.max(MARGIN - low, room - MARGIN - high) : 0
    const dx = shift(x + box.x * scale, x + (box.x + box.width) * scale, width)
    const dy = shift(y + box.y * scale, y + (box.y + box.height) * scale, height)
    if (dx !== 0 || dy !== 0) this.look({ scale, x: x + dx, y: y + dy })
  }

  private start(): void {
    const fitted = this.fitted()
    const subject = this.stage.subject()
    if (!fitted || !subject) return
    this.aim = 'start'
    this.look(fitted.scale < DUST ? entranceView(subject, this.stage.size(), this.free()) : fitted)
  }

  private whole(): void {
    const fitted = this.fitted()
    if (!fitted) return
    this.aim = 'whole'
    this.look(fitted)
  }

  private fitted(): View | undefined {
    const size = this.stage.size()
    const subject = this.stage.subject()
    return subject && size.width > 0 && size.height > 0 ? fitView(subject, size, this.free()) : undefined
  }

  /** The area that the overlays leave free. */
  private free(): { top: number; bottom: number; side: number } {
    const { width, height } = this.stage.size()
    const roomy = width > 560
    const low = height < 280 // the clock has one row then
    const covered = this.stage.covered()
    const top = Math.max(this.stage.crowned() ? 56 : low ? 8 : roomy ? 16 : 24, covered.top)
    return { top, bottom: Math.max(low ? 52 : 72, covered.bottom), side: roomy ? 24 : 8 }
  }

  private look(view: View): void {
    const size = this.stage.size()
    const subject = this.stage.subject()
    this.view = subject && size.width > 0 ? keepInSight(view, subject, size) : view
    this.stage.show(this.view)
  }
}

/** The part of a large picture where reading starts, at a scale that can be read. */
function entranceView(
  subject: Subject,
  canvas: { width: number; height: number },
  free: { top: number; bottom: number; side: number },
): View {
  const scale = READABLE
  const width = canvas.width - 2 * free.side
  const height = canvas.height - free.top - free.bottom
  const start = subject.entrance({ width: width / scale, height: height / scale })
  // a direction with room to spare is centred; no edge of the picture is passed
  const place = (low: number, room: number, size: number, wanted: number): number =>
    size <= room ? low + (room - size) / 2 : Math.min(low, Math.max(low + room - size, wanted))
  return {
    scale,
    x: Math.round(place(free.side, width, subject.width * scale, free.side - start.x * scale)),
    y: Math.round(place(free.top, height, subject.height * scale, free.top - start.y * scale)),
  }
}
