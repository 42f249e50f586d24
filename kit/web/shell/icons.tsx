import sprite from 'virtual:menu-icons'
import { ICON_NAMES } from './iconNames.ts'

/** The icons a menu node may carry, by the name that is stored; the icon picker offers these and no others. */
export const icons: ReadonlySet<string> = new Set(ICON_NAMES)

/**
 * The icon of a name; nothing for a name that is not shipped. All of them are one picture that the browser fetches
 * once, so that no script has to carry them. Platform §4.1.
 */
export function NamedIcon({ name }: { name: string }) {
  if (!icons.has(name)) return null
  return (
    <span className="anticon" aria-hidden>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the span around it is hidden; the name stands beside it */}
      <svg width="1em" height="1em" fill="currentColor">
        <use href={`${sprite}#${name}`} />
      </svg>
    </span>
  )
}
