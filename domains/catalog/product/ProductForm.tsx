import { Alert, Badge, Button, Tabs } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { choiceUi } from '#kit/fields/choice/web.tsx'
import type { Call } from '#kit/shared/call.ts'
import { NO_PERMISSION } from '#kit/shared/errors.ts'
import { canDo, stateLabel } from '#kit/shared/states.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { countIn, type Errors } from '#kit/web/form/errors.ts'
import { FormBody, type InputSettings } from '#kit/web/form/FormBody.tsx'
import { SaveBar } from '#kit/web/form/SaveBar.tsx'
import { useEntityForm } from '#kit/web/form/useEntityForm.ts'
import { useRow } from '#kit/web/form/useRow.ts'
import { useStart } from '#kit/web/form/useStart.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { goTo } from '#kit/web/navigate.ts'
import { CallError } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { CategoriesInput, useCategories } from '../CategoryInput.tsx'
import { copyCalls } from '../shelf/copy.calls.ts'
import { ActivityCell, ActivityInput } from './ActivityInput.tsx'
import { BarcodeInput, NameInput } from './CheckedInputs.tsx'
import { ComboLinesCell, ComboLinesInput } from './ComboLines.tsx'
import { SecondFamilyCell, SecondFamilyInput } from './FamilyInput.tsx'
import { ParamValuesCell, ParamValuesInput } from './ParamValues.tsx'
import { ProductDraftContext, ProductPlaceContext } from './ProductFormContext.ts'
import { storeCalls } from './product.calls.ts'
import { CONTROLLED, ON_SHELF } from './product.rules.ts'
import { productStates } from './product.states.ts'
import { isHiddenField, type ProductSide, productTabs, tabFields } from './product.tabs.ts'
import { tellHandedIn } from './productActs.tsx'
import { refInput } from './RefInput.tsx'
import { repoCalls } from './repo.calls.ts'
import { ShelfWay } from './ShelfWay.tsx'
import { SkuLinesCell, SkuLinesInput } from './SkuLines.tsx'
import { SpecCell, SpecInput, SpecTypeInput } from './SpecInput.tsx'
import type { Stepping } from './shelfWay.ts'
import './product.css'
import { copyOf, derived, FRESH, formErrors, needsFreight, rowsOfTexts, shapeOf } from './productDraft.ts'

interface ProductFormProps {
  side: ProductSide
  /** null: a new product */
  id: number | null
  readOnly: boolean
  /** the product a new one begins as a copy of */
  copy?: number | null
}

const LISTS: Record<ProductSide, string> = { repo: '/storerepo/product', store: '/store/index' }
const EDITS: Record<ProductSide, string> = {
  repo: '/storerepo/repolist/creatProduct',
  store: '/store/product/edit',
}
/** What a change of a product makes old besides the answers under its own path. */
const TOUCHES = ['/admin/store/product', '/admin/storerepo/product', '/admin/product']

const SPECIAL: InputSettings = {
  storeName: { Input: NameInput },
  barCode: { Input: BarcodeInput },
  cateId: { Input: CategoriesInput, help: '可选1到5个末级分类，第一个为主分类' },
  productFamilySecond: { Input: SecondFamilyInput, Cell: SecondFamilyCell },
  comboLines: { Input: ComboLinesInput, Cell: ComboLinesCell },
  isSub: { Input: choiceUi.Input },
  specType: { Input: SpecTypeInput, label: '规格类型' },
  attr: { Input: SpecInput, Cell: SpecCell },
  attrValue: { Input: SkuLinesInput, Cell: SkuLinesCell },
  image: { help: '建议 800×800 以上' },
  paramValues: { Input: ParamValuesInput, Cell: ParamValuesCell },
  activity: { Input: ActivityInput, Cell: ActivityCell, wide: true },
  supplierId: { Input: refInput('supplier') },
  sort: { help: '越大越靠前' },
  tempId: { required: (values) => needsFreight(values) },
  isPostage: { help: '包邮商品不使用运费模板' },
}

/** Inputs of a product that is on the shelf: what is controlled stays; how it is changed stands above the form, once. */
const SHELVED: InputSettings = {
  ...SPECIAL,
  ...Object.fromEntries([...CONTROLLED, 'attr'].map((name) => [name, { ...SPECIAL[name], disabled: true }])),
}

/** The product form of the repository and of the product centre. Catalog §2.3, §3.2. */
export function ProductForm(props: ProductFormProps) {
  const { id, side, readOnly } = props
  const info = side === 'repo' ? repoCalls.info : storeCalls.info
  const { row, loading, error, reading, reload } = useRow(info, id)
  useTitle(props, row)
  const copied = useCall(
    copyCalls.copyProduct,
    { id: props.copy ?? 0 },
    { quiet: true, enabled: id === null && (props.copy ?? null) !== null },
  )
  if (loading || copied.isLoading) return <Loading rows={10} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void reload()} />
  if (copied.error !== null) return <ErrorState error={copied.error} onRetry={() => void copied.refetch()} />
  if (id === null && !mayCall(callsOf(side).save))
    return <ErrorState error={new CallError(FORBIDDEN, NO_PERMISSION)} />
  const locked = row === undefined ? null : lockedBecause(side, row)
  return (
    <>
      {row !== undefined && id !== null && <ShelfWay row={steppingOf(id, row)} />}
      {locked !== null && !readOnly && <Alert className="p-note" type="info" showIcon title={locked} />}
      <Ready
        key={reading}
        {...props}
        readOnly={readOnly || locked !== null}
        row={row}
        {...(copied.data === undefined ? {} : { initial: copyOf(copied.data.info) })}
        onReload={() => void reload()}
      />
    </>
  )
}

const FORBIDDEN = 403

const steppingOf = (id: number, row: WireRow): Stepping => ({
  id,
  auditStatus: Number(row.auditStatus),
  repoStatus: Number(row.repoStatus),
  platformStatus: Number(row.platformStatus),
  isRecycle: row.isRecycle === 1 ? 1 : 0,
  channels: rowsOfTexts(row.channels),
  attrValue: rowsOf(row.attrValue),
  missing: textOf(row.missing),
})

const callsOf = (side: ProductSide): { info: Call; save: Call; update: Call } =>
  side === 'repo' ? repoCalls : storeCalls

/** Why a stored product cannot be edited now, or null. */
function lockedBecause(side: ProductSide, row: WireRow): string | null {
  if (!mayCall(callsOf(side).update)) return '没有编辑权限，仅可查看'
  if (row.isRecycle === 1) return '商品在回收站，请先恢复'
  if (!canDo(productStates, 'edit', row.auditStatus))
    return `商品${stateLabel(productStates, row.auditStatus)}，不能编辑；撤回或审核后可以编辑`
  return null
}

function useTitle({ id, readOnly, side }: ProductFormProps, row: WireRow | undefined): void {
  const { setTitle } = useTab()
  const verb = readOnly ? '查看' : id === null ? (side === 'store' ? '新增' : '新增') : '编辑'
  const code = textOf(row?.productCode)
  useEffect(() => setTitle(`${verb}商品${code === '' ? '' : ` ${code}`}`), [setTitle, verb, code])
}

type Wish = 'draft' | 'submit'

interface ReadyProps extends ProductFormProps {
  row: WireRow | undefined
  /** in place of an empty form */
  initial?: WireRow
  onReload(): void
}

function Ready({ side, id, readOnly, row, initial = FRESH, onReload }: ReadyProps) {
  const tab = useTab()
  const shape = useMemo(() => shapeOf(side), [side])
  const start = useStart(shape, row, initial)
  const categories = useCategories()
  // What the pressed button wants of the save: known to the save at once, to the buttons while it runs.
  const wish = useRef<Wish>('draft')
  const [running, setRunning] = useState<Wish>('draft')
  const tabs = useMemo(() => productTabs(side, Object.keys(shape)), [side, shape])
  const place = usePlace(tabs.map((one) => one.key))
  const approved = row?.auditStatus === 1
  const leave = (to = LISTS[side]) => {
    tab.setDirty(false)
    tab.close(to)
  }
  const { form, saving, save } = useEntityForm({
    shape,
    calls: callsOf(side),
    id,
    start,
    hidden: (name, values) => isHiddenField(side, name, values),
    derive: (name, value, values) => derived(name, value, values, id === null ? categories : []),
    check: formErrors,
    whole: () => wish.current === 'submit',
    complete: (input) => ({ ...input, submit: wish.current === 'submit' ? 1 : 0 }),
    touches: TOUCHES,
    said: (saved) => {
      if (wish.current === 'submit') void tellHandedIn(saved)
      return wish.current === 'submit'
    },
    onSaved: (saved) => {
      if (wish.current === 'submit' || approved) leave()
      else if (id === null) leave(`${EDITS[side]}/${saved}?tab=${tabs[place.index]?.key ?? ''}`)
      else onReload()
    },
    onReload,
  })
  const shelved = row?.isShow === 1
  const about = useMemo(() => ({ id, shelved }), [id, shelved])

  const counts = tabs.map((one) => countIn(form.errors, tabFields(one)))
  // After a refused save the first tab with an error comes forward; typing never turns the page.
  const [seen, setSeen] = useState<Errors>(form.errors)
  const [tried, setTried] = useState(false)
  if (seen !== form.errors) {
    setSeen(form.errors)
    const first = counts.findIndex((count) => count > 0)
    if (tried && first >= 0) {
      setTried(false)
      if (counts[place.index] === 0) place.go(first)
    }
  }
  const send = (what: Wish) => {
    wish.current = what
    setRunning(what)
    setTried(true)
    void save()
  }

  return (
    <ProductPlaceContext value={about}>
      <ProductDraftContext value={form}>
        <div className="k-page">
          {shelved && !readOnly && (
            <Alert className="p-note" type="info" showIcon title={`灰色的资料不能直接修改：${ON_SHELF}`} />
          )}
          <Tabs
            className="k-page-tabs"
            activeKey={tabs[place.index]?.key ?? ''}
            onChange={(key) => place.go(tabs.findIndex((one) => one.key === key))}
            items={tabs.map((one, index) => ({
              key: one.key,
              label: (
                <Badge size="small" count={counts[index] ?? 0} offset={[8, -2]}>
                  {one.label}
                </Badge>
              ),
              children: (
                <FormBody
                  form={form}
                  groups={one.groups}
                  part
                  inputs={shelved ? SHELVED : SPECIAL}
                  readOnly={readOnly}
                />
              ),
            }))}
          />
          <SaveBar form={form} readOnly={readOnly} onLeave={() => leave()}>
            {!readOnly && approved && (
              <Button type="primary" loading={saving} onClick={() => send('draft')}>
                保存
              </Button>
            )}
            {!readOnly && !approved && (
              <>
                <Button
                  type="primary"
                  loading={saving && running === 'submit'}
                  disabled={saving}
                  onClick={() => send('submit')}
                >
                  提交审核
                </Button>
                <Button
                  loading={saving && running === 'draft'}
                  disabled={saving}
                  onClick={() => send('draft')}
                >
                  保存草稿
                </Button>
              </>
            )}
            {readOnly && row !== undefined && lockedBecause(side, row) === null && (
              <Button type="primary" onClick={() => goTo(`${EDITS[side]}/${id}`)}>
                编辑
              </Button>
            )}
            <Button disabled={place.index === 0} onClick={() => place.go(place.index - 1)}>
              上一步
            </Button>
            <Button disabled={place.index === tabs.length - 1} onClick={() => place.go(place.index + 1)}>
              下一步
            </Button>
          </SaveBar>
        </div>
      </ProductDraftContext>
    </ProductPlaceContext>
  )
}

/** The tab in view stands in the address as well, so that a reload or a saved draft comes back to it. */
function usePlace(keys: readonly string[]): { index: number; go(index: number): void } {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('tab') ?? ''
  const [index, setIndex] = useState(() => Math.max(0, keys.indexOf(asked)))
  const key = keys[index] ?? ''
  useEffect(() => {
    if (key !== asked && (index > 0 || asked !== '')) setAddress({ tab: key }, { replace: true })
  }, [key, index, asked, setAddress])
  return {
    index,
    go: (to) => {
      if (to >= 0 && to < keys.length) setIndex(to)
    },
  }
}
