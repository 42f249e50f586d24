import type { ReactNode } from 'react'
import type { Call, Page } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'
import type { Act } from '#kit/web/actions.tsx'
import type { FormModalOptions } from '#kit/web/form/FormModal.tsx'
import type { ColumnSettingsOf, ListRow, Seen } from './columnsOf.tsx'
import type { ListFilter } from './Filters.tsx'
import type { Importing } from './importing.ts'
import type { Subject } from './subject.tsx'

/** The calls a list uses; what is missing is not offered. */
export interface ListCalls<R> {
  list: Call<unknown, unknown, unknown, Page<R>>
  info?: Call
  save?: Call
  update?: Call
  remove?: Call
  status?: Call
  exportRows?: Call<unknown, unknown, unknown, { taskId: number }>
}

/** Tabs above a list: each sets one filter. */
export interface ListTabs {
  /** name of the filter */
  name: string
  /** a tab 全部 stands before them */
  items: readonly Choice[]
  /** answers how many rows each tab has, by its value ('' = 全部), under the other filters */
  counts?: Call<unknown, unknown, unknown, Readonly<Record<string, number>>>
}

/** What a list page says of itself; R: its rows as the page sees them. */
export interface PageFacts<R> {
  of: Entity
  /** key of the person's columns; the path of the list call unless given */
  screen?: string
  /** what differs from the declaration, and columns of the screen's own */
  columns?: ColumnSettingsOf<R>
  /** names of the columns in their order, in place of all */
  show?: readonly string[]
  /** what its rows are: fields in place of what the entity says (title, code, picture); the first column. Screens §2 */
  subject?: Partial<Subject>
  /** what the name of a row opens, where that is neither a page (`pages.see`) nor its form */
  open?: Act<R>
  /** filters beside those the entity declares; of equal names these count */
  filters?: readonly ListFilter[]
  /** what keywords find rows by beside their own fields, e.g. 单位 */
  searched?: string
  /** label of the time range; '' for none */
  dated?: string
  tabs?: ListTabs
  /** input that is always sent, e.g. {type: 1}; such names are no filters */
  fixed?: Readonly<Record<string, unknown>>
  /** the form in a dialog for 新增 and 编辑 */
  form?: Omit<FormModalOptions, 'of' | 'calls' | 'id'>
  /** or a dialog of the screen's own; null: a new row */
  openForm?: (row: R | null) => unknown
  /** or pages for them */
  pages?: { create?: string; edit?: (row: R) => string; see?: (row: R) => string }
  /** of a row, between 编辑 and 删除 */
  actions?: readonly Act<R>[]
  /** above the list, after 新增 */
  top?: readonly Act<void>[]
  /** of several rows */
  batch?: readonly Act<readonly R[]>[]
  /** true: by the rules of the form, for whoever may add (standardHandlers) */
  importing?: Importing | true
  /** why this row is not edited or deleted, e.g. 审核通过，不能编辑; null when it is */
  noEdit?: (row: R) => string | null
  noDelete?: (row: R) => string | null
  deletePrompt?: (row: R) => string
  sizes?: readonly number[]
  /** ms after which the list is read again, e.g. while something in it is under way */
  every?: (page: Page<R> | undefined) => number | false
  expand?: (row: R) => ReactNode
  /** sums below the table by column name, from the answer */
  sums?: (page: Page<R>) => Readonly<Record<string, ReactNode>>
  /** what the list is for and how it begins, said while it has no rows and no filter is set */
  empty?: string
  /** between the filters and the table, e.g. figures of a report */
  above?: ReactNode
}

/** The same with what is read for it; its types are checked where it is given. */
export interface PageProps<R extends { readonly id: number }> extends PageFacts<R> {
  calls: ListCalls<R>
  reads?: readonly string[]
}

/** F are the rows as the call declares them, of which a page sees no more than it names by `reads`. Architecture §4. */
export interface ListPageProps<F extends ListRow, K extends Extract<keyof F, string> = never>
  extends PageFacts<NoInfer<Seen<F, K>>> {
  calls: ListCalls<F>
  /** fields that actions, pages, dialogs and opened rows look at; columns name theirs (`cellOf`) */
  reads?: readonly K[]
}
