import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Call } from '#kit/shared/call.ts'
import type { Document } from '#kit/shared/declareDocument.ts'
import { type DocumentScreens, placeOfOne, printPlace } from '#kit/shared/documentPages.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import type { InfoPageProps } from '#kit/web/info/InfoPage.tsx'
import type { Facts, InfoSection } from '#kit/web/info/InfoSections.tsx'
import type { Seen } from '#kit/web/list/columnsOf.tsx'
import { ListOf } from '#kit/web/list/ListPage.tsx'
import type { ListCalls, PageFacts } from '#kit/web/list/listProps.ts'
import { goTo } from '#kit/web/navigate.ts'
import { DocumentForm, type DocumentFormProps } from './DocumentForm.tsx'
import { type DocumentInfo, DocumentPage, type ExamineCall } from './DocumentPage.tsx'
import { DocumentPrint, type DocumentPrintProps } from './DocumentPrint.tsx'
import { type ById, type DocumentRow, documentActs, noDeleteIn, noEditIn } from './documentActs.tsx'
import { DocumentTask } from './documentTask.tsx'

/** The calls of a declared document as screens ask them; L are the rows of its list, I what its info answers. */
interface ScreenCalls<L, I> extends Omit<ListCalls<L>, 'info'> {
  info: Call<unknown, unknown, unknown, I>
  save: Call
  update: Call
  submit: ById
  withdraw: ById
  examine: ExamineCall
  print: Call<unknown, { ids?: string }, unknown, I[]>
}

/** A declared document as its screens need it. */
export type ScreenDocument<L, I> = Document<Entity, ScreenCalls<L, I>>

/** Fields of the rows of its list that the screens of every document look at. */
type Looked<L> = Extract<keyof L, 'auditStatus' | 'submitBy' | 'createBy' | 'inForce'>
const LOOKED = ['auditStatus', 'submitBy', 'createBy', 'inForce']

/** The facts are those of its page and its task. */
interface ScreenOptions<L, I extends DocumentInfo> extends Omit<Facts<I>, 'shape'> {
  /** before 提交, 撤回, 审核 and 打印, on list and page */
  lead?: readonly Act<L>[]
  /** behind them */
  actions?: readonly Act<L>[]
  /** why this one is not edited, besides its state: on list and page, and in place of the form */
  noEdit?(row: L): string | null
  /** why this one is not handed in, besides its state */
  noSubmit?(row: L): string | null
  /** read anew after something was done with one, besides what its own calls read */
  touches?: readonly string[]
  list?: Omit<PageFacts<L>, 'of' | 'pages' | 'actions' | 'noEdit' | 'noDelete'>
  /** fields of the rows of its list that its actions and columns look at, besides the usual ones */
  reads?: readonly string[]
  /** `initial`: what a new one begins with, by its address */
  form?: Omit<DocumentFormProps, 'of' | 'calls' | 'id' | 'back' | 'see' | 'initial'> & {
    initial?: WireRow | ((address: URLSearchParams) => WireRow)
  }
  page?: Pick<InfoPageProps<I>, 'notice' | 'figures' | 'parts' | 'lists'> & {
    /** of the address, where it is no :id; and whether it is one for deciding, where it says so in a way of its own */
    at?(params: Readonly<Record<string, string | undefined>>): { id: number; deciding: boolean }
    /** states beside the audit state */
    states?(row: I): readonly (Choice | undefined)[]
  }
  print?: Omit<DocumentPrintProps<I>, 'of' | 'call' | 'ids'>
  task?: {
    /** in place of those of its page */
    sections?: readonly InfoSection[]
    below?(id: number): ReactNode
  }
}

/** 打印 of several documents of a list. */
export function printMany(
  { calls, places }: Document<Entity, { print: Call }>,
  more: { label?: string; icon?: ReactNode } = {},
): Act<readonly { id: number }[]> {
  return act({
    label: '打印',
    ...more,
    permission: calls.print,
    run: (rows) =>
      goTo(
        printPlace(
          places.print ?? '',
          rows.map((row) => row.id),
        ),
      ),
  })
}

/** A declared document with all its screens say; made once. */
interface Ui<I extends DocumentInfo> extends ScreenOptions<DocumentRow, I> {
  document: ScreenDocument<DocumentRow, I>
  name(row: I): string
  acts: readonly Act<DocumentRow>[]
}

/** Spread into props that are left out where nothing was given. */
const factsOf = <I extends DocumentInfo>({ sections, cells, ifAny }: Ui<I>) => ({
  sections,
  ...(cells && { cells }),
  ...(ifAny && { ifAny }),
})

/** Why one is not edited: by its state, or by what the room says. */
const noEditOf =
  <I extends DocumentInfo>({ document, noEdit }: Ui<I>) =>
  (row: DocumentRow): string | null =>
    noEditIn(document.states)(row) ?? noEdit?.(row) ?? null

function List<I extends DocumentInfo>({ ui }: { ui: Ui<I> }) {
  const { of, calls, states, places, number } = ui.document
  const { create } = places
  const [code] = number ?? []
  const see = (row: DocumentRow) => placeOfOne(places.see, row.id)
  const edit = (row: DocumentRow) => placeOfOne(places.edit, row.id)
  return (
    <ListOf<DocumentRow>
      of={of}
      calls={{ ...calls, status: undefined }}
      pages={create === undefined ? { see } : { create, edit, see }}
      actions={ui.acts}
      noEdit={noEditOf(ui)}
      noDelete={noDeleteIn(states)}
      subject={code === undefined ? {} : { code }}
      reads={[...LOOKED, ...(ui.reads ?? [])]}
      {...ui.list}
    />
  )
}

function Form<I extends DocumentInfo>({ ui }: { ui: Ui<I> }) {
  const { id: ofPath } = useParams()
  const [address] = useSearchParams()
  const { initial, ...form } = ui.form ?? {}
  const { of, calls, places } = ui.document
  const id = Number(ofPath ?? address.get('id') ?? 0)
  const start = typeof initial === 'function' ? initial(address) : initial
  return (
    <DocumentForm
      key={id}
      of={of}
      calls={calls}
      id={id === 0 ? null : id}
      back={places.list}
      see={(one) => placeOfOne(places.see, one)}
      {...(ui.noEdit && { closed: (row) => ui.noEdit?.(trust(row)) ?? null })}
      {...(start && { initial: start })}
      {...form}
    />
  )
}

function Page<I extends DocumentInfo>({ ui }: { ui: Ui<I> }) {
  const params = useParams()
  const { at, states: more, ...page } = ui.page ?? {}
  const { id, ...deciding } = at?.(params) ?? { id: Number(params.id) }
  const { of, calls, states, places } = ui.document
  return (
    <DocumentPage<I>
      key={id}
      of={of}
      states={states}
      calls={calls}
      id={id}
      {...factsOf(ui)}
      name={ui.name}
      states2={(row) => more?.(row) ?? []}
      actions={ui.acts}
      edit={(row) => placeOfOne(places.edit, row.id)}
      noEdit={noEditOf(ui)}
      back={places.list}
      touches={ui.touches ?? []}
      {...page}
      {...deciding}
    />
  )
}

function Print<I extends DocumentInfo>({ ui }: { ui: Ui<I> }) {
  const { id = '0' } = useParams()
  const { of, calls } = ui.document
  if (ui.print === undefined) return null
  return <DocumentPrint<I> of={of} call={calls.print} {...(id !== '0' && { ids: id })} {...ui.print} />
}

function Task<I extends DocumentInfo>({ ui, businessId: id }: { ui: Ui<I>; businessId: number }) {
  const { document, task = {} } = ui
  return (
    <>
      <DocumentTask<I>
        of={document.of}
        info={document.calls.info}
        id={id}
        {...factsOf(ui)}
        {...(task.sections && { sections: task.sections })}
      />
      {task.below?.(id)}
    </>
  )
}

const bound =
  <U, P>(Screen: (props: P & { ui: U }) => ReactNode, ui: U) =>
  (props: P): ReactNode => <Screen {...props} ui={ui} />

/** What people call one: the field that names it, which is its number if it has one, and the title it was given. */
function nameIn(of: Entity, subject = of.facts.title): (row: WireRow) => string {
  const names = [of.facts.title, ...(of.all[subject]?.type === 'text' ? [subject] : [])]
  return (row) =>
    [...new Set(names)]
      .map((name) => textOf(row[name]))
      .join(' ')
      .trim()
}

/**
 * The screens of a declared document: list, form, page (详情 and 审核), print, and what a task of a process shows of it.
 * Each stands for itself: a room replaces one by name. Frame §5, §7.
 */
export function documentScreens<
  L extends DocumentRow,
  I extends DocumentInfo & L,
  const K extends Extract<keyof L, string> = never,
>(
  document: ScreenDocument<L, I>,
  given: Omit<ScreenOptions<NoInfer<Seen<L, K | Looked<L>>>, NoInfer<I>>, 'reads'> & { reads?: readonly K[] },
): DocumentScreens {
  const options: ScreenOptions<DocumentRow, I> = trust(given)
  const { of, calls, states, places } = document
  const { print } = places
  const ui: Ui<I> = {
    ...options,
    name: nameIn(of, options.list?.subject?.name),
    document,
    acts: [
      ...(options.lead ?? []),
      ...documentActs(states, calls, {
        of: of.name,
        see: (row) => placeOfOne(places.see, row.id),
        examine: (row) => placeOfOne(places.examine, row.id),
        ...(print !== undefined && { print: (row: DocumentRow) => printPlace(print, [row.id]) }),
        touches: options.touches ?? [],
        ...(options.noSubmit && { noSubmit: options.noSubmit }),
      }),
      ...(options.actions ?? []),
    ],
  }
  return {
    List: bound<Ui<I>, object>(List, ui),
    Form: bound<Ui<I>, object>(Form, ui),
    Page: bound<Ui<I>, object>(Page, ui),
    Print: bound<Ui<I>, object>(Print, ui),
    Task: bound<Ui<I>, { businessId: number }>(Task, ui),
  }
}
