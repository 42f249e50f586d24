/** Types of pictures that rich text takes. Platform §5.3. */
export const TEXT_IMAGES: readonly string[] = ['png', 'jpg', 'jpeg', 'bmp', 'gif']

/** Types of films that rich text takes. Platform §5.3. */
export const TEXT_FILMS: readonly string[] = ['mp4', 'm2v', 'mkv', 'rmvb', 'wmv', 'avi', 'flv', 'mov', 'm4v']

/** Films that browsers do not play: they offer the file. */
const NOT_PLAYED: readonly string[] = ['m2v', 'mkv', 'rmvb', 'wmv', 'avi', 'flv']

/** Players of other sites that may stand in a text, by host. Platform §5.3. */
export const FILM_HOSTS: readonly string[] = ['player.bilibili.com', 'v.qq.com', 'player.youku.com']

/** What a player of another site may do: run and reach its own server, not this page nor the window around it. */
export const FRAME_SANDBOX = 'allow-scripts allow-same-origin allow-presentation'

/** The extension of a file name, in small letters without the dot; '' for none. */
export const extensionOf = (fileName: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

const ofAddress = (address: string): string => extensionOf(address.replace(/[?#].*$/s, ''))

/** Whether an address or a file name is that of a film. Platform §5.3. */
export const isFilm = (address: string): boolean => TEXT_FILMS.includes(ofAddress(address))

/** Whether browsers play the film at an address; others are offered as a file. Platform §5.3. */
export const isPlayed = (address: string): boolean => !NOT_PLAYED.includes(ofAddress(address))

/** The https address of a listed site's player, as it may stand in a frame; null for all else. Platform §5.3. */
export function playerAddress(given: string): string | null {
  const address = given
    .trim()
    .replace(/^\/\//, 'https://')
    .replace(/^http:/i, 'https:')
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const own = url.username === '' && url.password === '' && url.port === ''
  return url.protocol === 'https:' && own && FILM_HOSTS.includes(url.hostname) ? url.href : null
}
