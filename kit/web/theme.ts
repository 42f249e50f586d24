import type { ThemeConfig } from 'antd'

/** White text on it, and its own text on white and on its own tint, must be readable (WCAG AA: 4.5). */
const CONTRAST = 5.2
const TINT = 0.08
const STEP = 0.96
/** Under the pointer and while pressed; antd goes lighter, which cannot be read on white. */
const HOVER = 0.85
const ACTIVE = 0.7

const ERROR = '#d4380d'

interface Sizes {
  label: string
  /** values, and what stands in controls */
  text: number
  /** labels are a pixel smaller than values; notes beneath them */
  note: number
  section: number
  title: number
  figure: number
  control: number
  /** a control inside of a line of text */
  small: number
  /** above and below what stands in a row */
  cell: number
  /** around a page, between cards */
  space: number
}

/** How close together texts and controls stand; sizes in px. Screens §1. */
export const SIZES = {
  compact: {
    label: '紧凑',
    text: 13,
    note: 12,
    section: 15,
    title: 18,
    figure: 20,
    control: 28,
    small: 24,
    cell: 3,
    space: 12,
  },
  standard: {
    label: '标准',
    text: 14,
    note: 12,
    section: 16,
    title: 20,
    figure: 24,
    control: 32,
    small: 28,
    cell: 4,
    space: 16,
  },
  loose: {
    label: '宽松',
    text: 16,
    note: 14,
    section: 18,
    title: 22,
    figure: 28,
    control: 40,
    small: 32,
    cell: 4,
    space: 20,
  },
} as const satisfies Record<string, Sizes>

export const DENSITIES = ['compact', 'standard', 'loose'] as const
export type Density = (typeof DENSITIES)[number]

/** Names that browsers kept before there were three steps. Decision 0127. */
const FORMER: Readonly<Record<string, Density>> = {
  mini: 'compact',
  small: 'compact',
  medium: 'standard',
  default: 'loose',
}

/** The density that a browser keeps under a name; 标准 for what is none. */
export function densityOf(kept: string): Density {
  return DENSITIES.find((one) => one === kept) ?? FORMER[kept] ?? 'standard'
}

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

/** How bright a colour (hex with six digits) is: 0 black, 1 white. */
export const luminanceOf = (colour: string): number => luminance(channels(colour))

// Relative luminance as WCAG 2 defines it.
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The ground of the dark menu at the side. */
export const SIDE = '#1f2937'
const LABEL = 'rgba(0, 0, 0, 0.68)'

/**
 * The look of the house over a person's colour and density, for the library's parts. Style sheets take the same from its
 * variables (--ant-color-primary, --ant-font-size-heading-5 for a section's title …). Screens §1, platform §4.5.
 */
export function themeOf(primary: string, density: Density) {
  const colour = readable(primary)
  const { text, note, section, title, figure, control, small, cell, space } = SIZES[density]
  return {
    token: {
      fontSize: text,
      fontSizeSM: note,
      fontSizeLG: section,
      fontSizeHeading5: section,
      fontSizeHeading4: title,
      fontSizeHeading3: figure,
      controlHeight: control,
      controlHeightSM: small,
      padding: space,
      margin: space,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.15s',
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
      // antd's own greys, reds and greens are too pale for small text.
      colorTextSecondary: LABEL,
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
      Form: {
        itemMarginBottom: 12,
        verticalLabelPadding: '0 0 4px',
        labelFontSize: text - 1,
        labelColor: LABEL,
      },
      Descriptions: { labelColor: LABEL },
      Menu: {
        itemMarginInline: 0,
        activeBarBorderWidth: 0,
        itemBorderRadius: 0,
        darkItemBg: SIDE,
        darkSubMenuItemBg: '#18202c',
        darkPopupBg: SIDE,
      },
      // The ground of one that is off carries white words.
      Switch: { colorTextQuaternary: 'rgba(0, 0, 0, 0.56)', colorTextTertiary: 'rgba(0, 0, 0, 0.66)' },
      Table: {
        cellPaddingBlockSM: cell,
        cellPaddingInlineSM: 8,
        headerBg: '#f5f7fa',
        // A link in a chosen row under the pointer must be readable, too.
        rowSelectedHoverBg: tint(colour, TINT),
      },
    },
  } satisfies ThemeConfig
}

/** The colours of the house as the same variables, for a page without the library, which nobody should wait for. */
export function colourVariables(primary: string): Record<`--ant-${string}`, string> {
  const colours = Object.entries(themeOf(primary, 'standard').token).filter(([name]) => /^color/.test(name))
  return Object.fromEntries(
    colours.map(([name, value]) => [
      `--ant-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      String(value),
    ]),
  )
}
