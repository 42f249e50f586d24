import type { ThemeConfig } from 'antd'

/** White text on it, and its own text on white and on its own tint, must be readable (WCAG AA: 4.5). */
const CONTRAST = 5.2
const TINT = 0.08
const STEP = 0.96
/** Under the pointer and while pressed; antd goes lighter, which cannot be read on white. */
const HOVER = 0.85
const ACTIVE = 0.7

const ERROR = '#d4380d'

/** A colour as dark as it must be to be read on white; hex with six digits. */
export function readable(colour: string): string {
  let rgb = channels(colour)
  if (rgb.length === 0) return colour
  while (1.05 / (luminance(rgb) + 0.05) < CONTRAST) rgb = rgb.map((part) => part * STEP)
  return hex(rgb)
}

function hex(rgb: readonly number[]): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): number[] {
  return (/^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? [])
    .slice(1)
    .map((part) => Number.parseInt(part, 16))
}

function darker(colour: string, share: number): string {
  return hex(channels(colour).map((part) => part * share))
}

/** A colour as the ground of what is chosen: a trace of it in white. */
function tint(colour: string, share: number): string {
  return hex(channels(colour).map((part) => 255 - (255 - part) * share))
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
      colorPrimaryHover: darker(colour, HOVER),
      colorPrimaryActive: darker(colour, ACTIVE),
      colorLinkHover: darker(colour, HOVER),
      colorLinkActive: darker(colour, ACTIVE),
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
      colorError: ERROR,
      colorErrorHover: darker(ERROR, HOVER),
      colorErrorActive: darker(ERROR, ACTIVE),
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
      // The ground of one that is off carries white words.
      Switch: { colorTextQuaternary: 'rgba(0, 0, 0, 0.56)', colorTextTertiary: 'rgba(0, 0, 0, 0.66)' },
      Table: {
        cellPaddingBlockSM: 6,
        cellPaddingInlineSM: 8,
        headerBg: '#f5f7fa',
        // A link in a chosen row under the pointer must be readable, too.
        rowSelectedHoverBg: tint(colour, TINT),
      },
    },
  }
}
