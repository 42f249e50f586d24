import { Button, Space } from 'antd'
import { pasteCodes, pickSkus } from '#domains/catalog/catalog.pickers.tsx'
import LinesInput from '#kit/fields/lines/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { openPicker, type PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { toastError } from '#kit/web/toast.ts'
import { SectionInput } from '../place/SectionInput.tsx'
import { lotWords } from '../stock/lotNo.ts'
import { stockCalls } from '../stock/stock.calls.ts'
import { merged } from './lineSheet.tsx'

/** The cells of lines of goods that are no plain inputs. */
export const CELLS = { sectionId: SectionInput }
const FREEZE = ['productName']

/** The warehouse that the form names; null, and said, while it names none. */
export function useWarehouse(field = 'warehouseId'): () => number | null {
  const draft = useFormDraft()
  return () => {
    const id = Number(draft[field] ?? 0)
    if (id > 0) return id
    toastError('请先选择仓库')
    return null
  }
}

type Pick = (warehouseId: number) => Promise<readonly WireRow[] | null>

interface GoodsProps extends InputProps {
  /** lines of chosen goods; null: the person gave up */
  pick: Pick
  /** other ways to choose goods, each behind a button of its own */
  more?: readonly { label: string; pick: Pick }[]
  addLabel?: string
  /** the field of the form that says from which warehouse */
  from?: string
  inputs?: Parameters<typeof LinesInput>[0]['inputs']
}

/** Lines of goods: several are chosen at once, from the warehouse that the form names. Warehouse §3. */
export function GoodsLines({
  pick,
  more = [],
  addLabel = '选择商品',
  from,
  inputs = CELLS,
  ...props
}: GoodsProps) {
  const warehouse = useWarehouse(from)
  const choose = async (by: Pick) => {
    const id = warehouse()
    return id === null ? null : by(id)
  }
  const { value, onChange, disabled = false } = props
  const append = async (by: Pick) => {
    const lines = await choose(by)
    if (lines !== null) onChange(await merged([...rowsOf(value), ...lines]))
  }
  return (
    <>
      {!disabled && more.length > 0 && (
        <Space wrap style={{ marginBottom: 8 }}>
          {more.map(({ label, pick: by }) => (
            <Button key={label} onClick={() => void append(by)}>
              {label}
            </Button>
          ))}
        </Space>
      )}
      <LinesInput
        {...props}
        onAdd={() => choose(pick)}
        addLabel={addLabel}
        noCopy
        inputs={inputs}
        freeze={FREEZE}
      />
    </>
  )
}

/** What a line takes over from chosen skus. */
export async function pickedSkus(): Promise<WireRow[] | null> {
  const picked = await pickSkus({})
  return (
    picked?.map(({ skuId, productName, suk, skuCode }) => ({
      ...{ skuId, productName, suk, skuCode, qty: null },
    })) ?? null
  )
}

/** The same of codes that are pasted or scanned one after the other: of skus, products and barcodes. */
export async function pastedSkus(): Promise<WireRow[] | null> {
  const found = await pasteCodes({})
  return (
    found?.map(({ skuId, productName, suk, skuCode, unitName }) => ({
      ...{ skuId, productName, suk, skuCode, unitName, qty: null },
    })) ?? null
  )
}

/** Beside choosing goods: pasting their codes. */
export const PASTING = { label: '粘贴编码', pick: pastedSkus } as const

type Place = OutWireOf<typeof stockCalls.places>['list'][number]

const places: PickerFacts<Place> = {
  title: '选择库存',
  width: 960,
  call: stockCalls.places,
  columns: [
    {
      title: '商品',
      width: 300,
      render: (row) => (
        <span className="p-name">
          {row.storeName}
          <div className="k-hint">{row.suk}</div>
        </span>
      ),
    },
    'sectionId',
    'lotNo',
    'expiryDate',
    'onHand',
    'lotFree',
  ],
  searched: '商品名称、编码、条码',
  empty: '请选择库存',
  made: { title: '库存', page: '/wms/stock' },
  label: (row) => `${row.storeName} ${row.suk} ${lotWords(row.lotNo)}`.trimEnd(),
}

/** Chooses what stands in a warehouse, place by place; the quantity proposed is what is free there. Warehouse §3. */
export async function pickPlaces(warehouseId: number): Promise<WireRow[] | null> {
  const picked = await openPicker(places, { multiple: true, filter: { warehouseId } })
  return (
    picked?.map(({ storeName, onHand, allocated, frozen, held, lotFree, ...row }) => ({
      ...{
        skuId: row.skuId,
        productName: storeName,
        suk: row.suk,
        skuCode: row.skuCode,
        unitName: row.unitName,
      },
      ...{ sectionId: row.sectionId, lotNo: row.lotNo, expiryDate: row.expiryDate },
      // What stands in an unsellable section is never free, and can be moved or scrapped all the same.
      qty: held > 0 ? onHand - allocated - frozen : lotFree,
    })) ?? null
  )
}
