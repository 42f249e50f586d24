import { luminanceOf } from '#kit/web/theme.ts'

// Told apart by people who do not see red and green alike, and each three times as bright or dark as its ground (WCAG AA).
const ON_LIGHT = ['#0072b2', '#c44e00', '#00805b', '#a5407e', '#5c5c5c'] as const
const ON_DARK = ['#56b4e9', '#f0a030', '#2fc796', '#e08fc0', '#bdbdbd'] as const

/** Colours of the series of a chart, in their order, on a ground of this colour (hex with six digits). */
export const coloursOn = (ground: string): readonly string[] =>
  luminanceOf(ground) < 0.2 ? ON_DARK : ON_LIGHT

/** As many series a chart tells apart. */
export const MOST_SERIES = ON_LIGHT.length

/** Lines differ without their colours, too. */
export const DASHES = ['solid', 'dashed', 'dotted', 'solid', 'dashed'] as const
export const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle'] as const
