import { firstLetter } from '#kit/shared/text.ts'

/** What the rules look at of a region. */
export interface Place {
  id: number
  parentId: number
}

/** The first letters of a name in pinyin, lower case: 北京市 → bjs. Characters without one are left out. */
export function pinyinInitials(name: string): string {
  return [...name]
    .map((one) => firstLetter(one))
    .join('')
    .replace(/[^A-Z0-9]/g, '')
    .toLowerCase()
}

/** The children of every place, in the given order; 0 stands above the first level. */
export function childrenOf<P extends Place>(places: readonly P[]): ReadonlyMap<number, readonly P[]> {
  const children = new Map<number, P[]>()
  for (const place of places) {
    const siblings = children.get(place.parentId)
    if (siblings === undefined) children.set(place.parentId, [place])
    else siblings.push(place)
  }
  return children
}

type Children = ReadonlyMap<number, readonly Place[]>

/** A place and all below it. */
export function withBelow(children: Children, id: number): number[] {
  return [id, ...(children.get(id) ?? []).flatMap((one) => withBelow(children, one.id))]
}

/** The places at the end of the tree that lie in the given ones; a place stands for everything below it. */
function endsIn(children: Children, ids: Iterable<number>): Set<number> {
  const ends = new Set<number>()
  for (const id of ids) for (const one of withBelow(children, id)) if (!children.has(one)) ends.add(one)
  return ends
}

/** The fewest places that stand for the same ends. */
function fewest(children: Children, ends: ReadonlySet<number>, top = 0): number[] {
  const below = children.get(top) ?? []
  return below.flatMap(({ id }) => {
    if (!children.has(id)) return ends.has(id) ? [id] : []
    const found = fewest(children, ends, id)
    const whole =
      found.length === children.get(id)?.length &&
      found.every((one, at) => one === children.get(id)?.[at]?.id)
    return whole ? [id] : found
  })
}

/** What a channel reaches, said with the fewest places; a place stands for everything below it. */
export function tidyReach(children: Children, ids: readonly number[]): number[] {
  return fewest(children, endsIn(children, ids))
}

/** What a channel reaches once a place and all below it are added or taken away. */
export function changedReach(
  children: Children,
  reached: readonly number[],
  id: number,
  on: boolean,
): number[] {
  const ends = endsIn(children, reached)
  for (const end of endsIn(children, [id])) {
    if (on) ends.add(end)
    else ends.delete(end)
  }
  return fewest(children, ends)
}
