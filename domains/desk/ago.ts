import { formatTime } from '#kit/shared/time.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** How long ago a moment was, in words; both in seconds. Older than a week: the moment itself. Screens §1. */
export function agoText(time: number, now: number): string {
  const ago = Math.max(0, now - time)
  if (ago < MINUTE) return '刚刚'
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} 分钟前`
  if (ago < DAY) return `${Math.floor(ago / HOUR)} 小时前`
  if (ago < 7 * DAY) return `${Math.floor(ago / DAY)} 天前`
  return formatTime(time)
}
