import type { Call } from '#kit/shared/call.ts'
import { trust } from '#kit/shared/loose.ts'

/** An import a screen offers. Platform §5.4. */
export interface Importing {
  /** as registered with the file centre */
  bizType: string
  /** what is imported, e.g. 商品 */
  title: string
  permission: string
  /** which of several lists of the same import this is, for 按导入模板导出 */
  list?: string
  /** its sheets stand or fall together: 跳过错误行 is not offered */
  allOrNone?: true
}

/** How far a file task is. Platform §10. */
export interface TaskState {
  bizName: string
  status: number
  total: number
  success: number
  fail: number
  percent: number
  message: string
  /** of the workbook with the refused rows, for the download; '' when there is none */
  errorName: string
  /** the first rows of the uploaded sheet */
  preview: { headings: string[]; rows: string[][] } | null
  /** the first refused rows */
  errors: { sheet: string; rowNo: number; field: string; message: string }[]
  /** the first rows of which it told something though they were not refused, and how many there were */
  notes: { sheet: string; rowNo: number; field: string; message: string }[]
  noteCount: number
}

interface UploadInput {
  bizType?: string
  /** 仅校验 */
  dryRun?: 0 | 1 | null
  /** 不导入错误行 */
  skipBad?: 0 | 1 | null
  /** the same file once more */
  force?: 0 | 1 | null
  /** JSON of the columns that stand under other headings than the template's */
  mapping?: string
  /** names of what is ticked, joined by commas */
  ticks?: string
}

/** The headings of a chosen file beside the columns of the import. */
export interface Matching {
  headings: string[]
  columns: { name: string; title: string; required: boolean; automatic: string; heading: string }[]
  /** what may be ticked beside the mode */
  ticks: { name: string; label: string }[]
}

interface ImportType {
  bizType: string
  exports: boolean
}

interface ImportCalls {
  /** what the person may import, and which of it they may have exported in the same format */
  types: Call<unknown, Record<never, never>, unknown, ImportType[]>
  /** the rows of the list as the file the import reads */
  exportRows: Call<
    unknown,
    { bizType?: string; filters?: string; list?: string },
    unknown,
    { taskId: number; taskNo: string }
  >
  /** the workbook with headers, choices and an example */
  template: Call<unknown, { bizType?: string }, unknown, Blob>
  upload: Call<unknown, UploadInput, unknown, { taskId: number; taskNo: string }>
  headings: Call<unknown, { bizType?: string }, unknown, Matching>
  info: Call<unknown, { id?: number }, unknown, TaskState>
  /** a file of a task by its name */
  file: Call<unknown, { fileName?: string }, unknown, Blob>
}

let calls: ImportCalls | undefined

/** The file centre registers its calls here. */
export function declareImports<A, B, C, D, E, F, G, H, I, J, K, L, M, N, T extends TaskState>(given: {
  types: Call<M, Record<never, never>, N, ImportType[]>
  exportRows: Call<
    K,
    { bizType?: string; filters?: string; list?: string },
    L,
    { taskId: number; taskNo: string }
  >
  template: Call<A, { bizType?: string }, B, Blob>
  upload: Call<C, UploadInput, D, { taskId: number; taskNo: string }>
  headings: Call<I, { bizType?: string }, J, Matching>
  info: Call<E, { id?: number }, F, T>
  file: Call<G, { fileName?: string }, H, Blob>
}): void {
  calls = trust(given)
}

export function importCalls(): ImportCalls {
  if (calls === undefined) throw new Error('No import centre is registered')
  return calls
}
