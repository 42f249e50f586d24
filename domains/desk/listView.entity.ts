import { z } from 'zod'
import { flag, json, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { permissionOf } from '#kit/shared/path.ts'

const name = z.string().max(60)
const names = z.array(name).max(200)

/** What a view keeps of a list: what stands in its address, and its columns. Never whose rows are seen. */
export const viewState = z.object({
  filters: z.record(name, z.string().max(2000)).refine((filters) => Object.keys(filters).length <= 100),
  sortBy: name,
  sortOrder: z.enum(['asc', 'desc']),
  columns: z.object({ order: names, hidden: names }),
})
export type ViewState = z.output<typeof viewState>

/** 视图: filters, order and columns of a list under a name. Screens §2. */
export const listView = entity(
  'listView',
  '视图',
  {
    screen: text('列表', { max: 100, required: true }),
    viewName: text('视图名称', { max: 20, required: true }),
    shared: flag('共享', { initial: 0, help: '能打开该列表的人都可以使用' }),
    isDefault: flag('默认', { initial: 0, help: '打开列表时使用；本人的默认视图优先于共享的' }),
    state: json('内容', viewState, { required: true, form: false }),
  },
  { title: 'viewName' },
)

/**
 * The permission to read a list, named by the path of its call: its shared views tell what others look for in it. null for
 * the lists that everybody has of their own, e.g. of their tasks. Screens §2.
 */
export const readingPermission = (screen: string): string | null =>
  screen.startsWith('/') ? permissionOf(screen.replace(/#.*$/, '')) : null

/** The permission to share views of a list, named by the path of its call: to edit what it shows. Screens §2. */
export const sharingPermission = (screen: string): string =>
  permissionOf(screen.replace(/\/[^/]*$/, '/update'))
