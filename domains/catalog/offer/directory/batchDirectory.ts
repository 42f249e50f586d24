import { type Act, act } from '#kit/web/actions.tsx'
import { directoryCalls } from './directory.calls.ts'

interface Listed {
  id: number
  isRecycle: 0 | 1
}

/** 加入目录 of the product list. Catalog §3.1. */
export const batchDirectory: Act<readonly Listed[]> = act({
  label: '加入目录',
  permission: directoryCalls.batch,
  when: (rows: readonly Listed[]) => rows.every((row) => row.isRecycle === 0),
  run: async (rows: readonly Listed[]) =>
    // The dialog comes with its first use: the product list does not wait for it.
    (await import('./openDirectory.tsx')).openDirectory(
      rows.map((row) => row.id),
      `将 ${rows.length} 个商品加入目录`,
    ),
})
