import { useQuery } from '@tanstack/react-query'
import { readAt } from '#kit/shared/standardCalls.ts'
import { queryClient } from '#kit/web/query.ts'
import { requestUnlessSame } from '#kit/web/request.ts'
import { currentSession, onSessionEnd } from '#kit/web/session.ts'
import type { RegionNode, regionCalls } from './region.calls.ts'

/** A region as pickers take it. */
export interface CityNode extends RegionNode {
  id: number
  child: CityNode[]
}

interface KeptTree {
  etag: string
  tree: CityNode[]
}

/** Where the session storage keeps the tree. Specification 2, files and city data. */
const KEY = 'cityTreeData'
const TREE = readAt<typeof regionCalls.tree>('/admin/system/city/list/tree')
const QUERY = {
  queryKey: [TREE.path],
  queryFn: readTree,
  staleTime: 300_000,
}

onSessionEnd(() => sessionStorage.removeItem(KEY))

/** The cityId of every node copied into its id. */
function withIds(nodes: readonly RegionNode[]): CityNode[] {
  return nodes.map((node) => ({ ...node, id: node.cityId, child: withIds(node.child) }))
}

function keptTree(): KeptTree | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

async function readTree(): Promise<CityNode[]> {
  const kept = keptTree()
  const found = await requestUnlessSame(TREE, {}, kept?.etag ?? '')
  if (found === null && kept !== null) return kept.tree
  const tree = withIds(found?.data ?? [])
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ etag: found?.etag ?? '', tree }))
  } catch {
    // A full storage only means that the tree is asked for again.
  }
  return tree
}

/** Fetches the tree after a sign-in, so that forms have it when they open. */
export function fetchCityTree(): void {
  if (currentSession().isLogin) void queryClient.prefetchQuery(QUERY)
}

/** The regions shown, as a tree. Platform §8.2. */
export function useCityTree() {
  return useQuery(QUERY)
}
