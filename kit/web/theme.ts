import type { ThemeConfig } from 'antd'

/** White text on it, and its own text on white and on its own tint, must be readable (WCAG AA: 4.5). */
const CONTRAST = 5.2
const TINT = 0.08
const STEP = 0.96

/** A colour as dark as it must be to be read on white; hex with six digits. */
export function readable(colour: string): string {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  if (parts === null) return colour
  let rgb = parts.slice(1).map((part) => Number.parseInt(part, 16))
  while (1.05 / (luminance(rgb) + 0.05) < CONTRAST) rgb = rgb.map((part) => part * STEP)
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** A colour as the ground of what is chosen: a trace of it in white. */
function tint(colour: string, share: number): string {
  const parts = /^#(..)(..)(..)$/.exec(colour) ?? []
  const mixed = parts.slice(1).map((part) => 255 - (255 - Number.parseInt(part, 16)) * share)
  return `#${mixed.map((part) => Math.round(part).toString(16)).join('')}`
}

// Relative luminance as WCAG 2 defines it.
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The look of the house over a person's colour: compact, square, readable. Platform §4.5. */
export function themeOf(primary: string): ThemeConfig {
  const colour = readable(primary)
  return {
    token: {
      colorPrimary: colour,
      colorPrimaryBg: tint(colour, TINT),
      colorPrimaryBgHover: tint(colour, 2 * TINT),
      colorInfo: colour,
      colorLink: colour,
      borderRadius: 4,
      // Some people get ill of what moves.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      fontSize: 14,
      // antd's own greys, reds and greens are too pale for small text.
      colorTextSecondary: 'rgba(0, 0, 0, 0.68)',
      colorTextTertiary: 'rgba(0, 0, 0, 0.62)',
      colorTextDescription: 'rgba(0, 0, 0, 0.62)',
      colorTextPlaceholder: 'rgba(0, 0, 0, 0.58)',
      colorError: '#d4380d',
      colorSuccess: '#237804',
      colorWarning: '#ad4e00',
      // What antd would derive from the dark ones is muddy.
      colorErrorBg: '#fff2f0',
      colorErrorBorder: '#ffccc7',
      colorSuccessBg: '#f6ffed',
      colorSuccessBorder: '#b7eb8f',
      colorWarningBg: '#fff7e6',
      colorWarningBorder: '#ffd591',
    },
    components: {
      Form: { itemMarginBottom: 12, verticalLabelPadding: '0 0 4px' },
      Table: { cellPaddingBlockSM: 6, cellPaddingInlineSM: 8, headerBg: '#f5f7fa' },
    },
  }
}
