import { dayStart, zonedTime } from '#kit/shared/time.ts'
import { circleFrom } from '../rule/rule.rules.ts'
import { EXCLUDES, IMPLIES } from './tagRelation.entity.ts'
import { MONTHLY, ONCE, REALTIME, WEEKLY } from './userTag.entity.ts'

/** What tags are to each other; a few hundred of them at most. */
export interface TagNet {
  tags: ReadonlyMap<number, NetTag>
  relations: readonly NetRelation[]
}

export interface NetTag {
  id: number
  name: string
  sort: number
  status: 0 | 1
  tagType: number
  /** its group, when a user has at most one tag of it */
  oneOf: number | null
  /** tags its rule asks for */
  uses: readonly number[]
}

export interface NetRelation {
  kind: number
  fromTagId: number
  toIds: readonly number[]
}

const pairs = ({ relations }: TagNet, kind: number): [number, number][] =>
  relations
    .filter((one) => one.kind === kind)
    .flatMap((one) => one.toIds.map((to): [number, number] => [one.fromTagId, to]))

/** Of two tags that both rules give, the one that stays: the smaller sort, then the older. Members §4.3. */
const isBefore = (a: NetTag, b: NetTag): boolean => a.sort < b.sort || (a.sort === b.sort && a.id < b.id)

/** The tags that nobody has beside this one: of its group 单选, and those it excludes or that exclude it. */
export function rivalsOf(net: TagNet, id: number): { stronger: number[]; weaker: number[] } {
  const tag = net.tags.get(id)
  if (tag === undefined) return { stronger: [], weaker: [] }
  const excluded = new Set(
    pairs(net, EXCLUDES).flatMap(([from, to]) => (from === id ? [to] : to === id ? [from] : [])),
  )
  const rivals = [...net.tags.values()].filter(
    (one) => one.id !== id && (excluded.has(one.id) || (one.oneOf !== null && one.oneOf === tag.oneOf)),
  )
  return {
    stronger: rivals.filter((one) => isBefore(one, tag)).map((one) => one.id),
    weaker: rivals.filter((one) => !isBefore(one, tag)).map((one) => one.id),
  }
}

function reached(start: number, next: (id: number) => readonly number[]): number[] {
  const found = new Set<number>()
  const wait = [...next(start)]
  for (let id = wait.pop(); id !== undefined; id = wait.pop()) {
    if (id === start || found.has(id)) continue
    found.add(id)
    wait.push(...next(id))
  }
  return [...found]
}

/** The tags that whoever has this one has as well, over any number of steps. */
export const impliedBy = (net: TagNet, id: number): number[] => {
  const steps = pairs(net, IMPLIES)
  return reached(id, (one) => steps.filter(([from]) => from === one).map(([, to]) => to))
}

/** The tags any of which gives this one. */
export const impliersOf = (net: TagNet, id: number): number[] => {
  const steps = pairs(net, IMPLIES)
  return reached(id, (one) => steps.filter(([, to]) => to === one).map(([from]) => from))
}

/** What has to be known before a tag is computed: those its rule asks for, and those that imply these. */
export function dependsOn(net: TagNet, id: number): number[] {
  return reached(id, (one) => needsOf(net, one))
}

/** One step of it: what the rule of a tag asks for, and what implies the tag itself. */
const needsOf = (net: TagNet, id: number): number[] => [
  ...(net.tags.get(id)?.uses ?? []),
  ...pairs(net, IMPLIES)
    .filter(([, to]) => to === id)
    .map(([from]) => from),
]

/** Names of a circle among rules and implications that begins at a tag: B→A→B; null without one. Members §14. */
export function circleText(net: TagNet, id: number): string | null {
  const circle = circleFrom(id, (one) => needsOf(net, one))
  return circle?.map((one) => net.tags.get(one)?.name ?? String(one)).join('→') ?? null
}

/** A pair of tags that would be both excluded and implied; null without one. Members §4.3. */
export function contradiction(net: TagNet): [string, string] | null {
  for (const tag of net.tags.values()) {
    const { stronger, weaker } = rivalsOf(net, tag.id)
    const rivals = new Set([...stronger, ...weaker])
    const found = impliedBy(net, tag.id).find((one) => rivals.has(one))
    if (found !== undefined) return [tag.name, net.tags.get(found)?.name ?? String(found)]
  }
  return null
}

/** The nightly hour of tags that are computed 实时 besides. */
const NIGHT = 3

/**
 * The last moment, up to now, at which a tag was to be computed by its plan; null: by none. 每周 on Monday (1) to Sunday
 * (7), 每月 on a day 1 to 28, at a full hour of the shop's zone. Members §4.5.
 */
export function lastDue(
  { runMode, runDay, runHour }: { runMode: number; runDay: number; runHour: number },
  now: Date,
): Date | null {
  if (runMode === ONCE) return null
  const hour = runMode === REALTIME ? NIGHT : runHour
  const { year, month, day } = zonedTime(now)
  const at = (y: number, m: number, d: number) => new Date(dayStart(y, m, d).getTime() + hour * 3_600_000)
  if (runMode === MONTHLY) {
    const due = at(year, month, Math.min(runDay, 28))
    return due <= now ? due : at(year, month - 1, Math.min(runDay, 28))
  }
  // 2026-01-05 is a Monday; days are counted in UTC, where none is longer than another.
  const weekday = (((Date.UTC(year, month - 1, day) - Date.UTC(2026, 0, 5)) / 86_400_000) % 7) + 1
  const back = runMode === WEEKLY ? (((weekday - Math.min(runDay, 7)) % 7) + 7) % 7 : 0
  const due = at(year, month, day - back)
  return due <= now ? due : at(year, month, day - back - (runMode === WEEKLY ? 7 : 1))
}

/** ms that a range should take: also one that others hold up to three times as long keeps nobody waiting for 300 ms */
const RANGE_MS = 80
const LEAST_RANGE = 500
/** How heavy a rule is shows only when a range of it was computed. */
export const FIRST_RANGE = 1500
/** A range that went fast by chance says little about the next one. */
const MOST_GROWTH = 1.5

/** How many users to look at next, after so many took so many ms: fewer where a rule or the machine is slow. Members §4.5, §18-11. */
export function sizeAfter(size: number, ms: number, most: number): number {
  const fits = Math.round(size * Math.min(MOST_GROWTH, RANGE_MS / Math.max(1, ms)))
  return Math.min(most, Math.max(LEAST_RANGE, fits))
}
