import { Button, Form, Select, Space } from 'antd'
import { useState } from 'react'
import { FieldCell, FieldInput } from '#kit/fields/web.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { hasPermission } from '#kit/web/session.ts'
import { Table } from '#kit/web/Table.tsx'
import { toastError } from '#kit/web/toast.ts'
import {
  EDIT_ITEMS,
  type EditItem,
  isSkuItem,
  itemField,
  itemPermission,
  itemText,
  itemValue,
} from './editItems.ts'
import type { Editable } from './lineProducts.tsx'
import { ProductName } from './ProductName.tsx'

/** A product, or one of its skus, whose item is to be changed. */
interface Target {
  key: string
  productId: number
  skuId: number | null
  productCode: string
  productName: string
  suk: string
  /** as on the wire */
  now: unknown
}

/** Items that need room: one value for all chosen products. */
const LARGE = new Set(['html', 'images', 'refs', 'longText'])
const WIDTH = 900

function targetsOf(rows: readonly Editable[], item: EditItem): Target[] {
  return rows.flatMap((row): Target[] => {
    const { id: productId, productCode, productName } = row
    const own: WireRow = row
    if (!isSkuItem(item))
      return [
        { key: `${productId}`, productId, skuId: null, productCode, productName, suk: '', now: own[item] },
      ]
    return row.attrValue.map((sku) => {
      const of: WireRow = sku
      const { id: skuId, suk } = sku
      return { key: `${productId}:${skuId}`, productId, skuId, productCode, productName, suk, now: of[item] }
    })
  })
}

/** A wire value as the text of a line. */
const textOfWire = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** 修改项 and the new values of chosen products; lines of the document, or null when the person gave up. */
export function openEditItems(rows: readonly Editable[]): Promise<readonly WireRow[] | null> {
  return openDialog<readonly WireRow[] | null>((close) => <EditItems rows={rows} onClose={close} />)
}

interface EditItemsProps {
  rows: readonly Editable[]
  onClose(lines: readonly WireRow[] | null): void
}

const ITEMS = () =>
  EDIT_ITEMS.filter(({ value }) => {
    const permission = itemPermission(value)
    return permission === undefined || hasPermission(permission)
  })

function EditItems({ rows, onClose }: EditItemsProps) {
  const [item, setItem] = useState<EditItem>('price')
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const field = { ...itemField(item), required: true }
  const large = LARGE.has(field.type)
  const targets = targetsOf(rows, item)
  const give = () => {
    const lines: WireRow[] = []
    for (const target of targets) {
      const given = textOfWire(large ? values.all : values[target.key])
      if (given === '') continue
      const read = itemValue(item, given)
      if ('reason' in read) return toastError(read.reason)
      const newValue = itemText(item, read.value)
      const oldValue = textOfWire(target.now)
      const { productId, skuId, productCode, productName, suk } = target
      if (newValue !== oldValue)
        lines.push({ productId, skuId, productCode, productName, suk, field: item, oldValue, newValue })
    }
    if (lines.length === 0) toastError('请填写至少一个与原值不同的新值')
    else onClose(lines)
  }
  return (
    <Dialog
      title={`新增修改项（${rows.length}个商品）`}
      width={WIDTH}
      onOk={give}
      okText="新增"
      onCancel={() => onClose(null)}
    >
      <Form component={false} layout="vertical">
        <Form.Item label="修改项" htmlFor="edit-item">
          <Select<EditItem>
            id="edit-item"
            value={item}
            options={ITEMS()}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(next) => {
              setItem(next)
              setValues({})
            }}
          />
        </Form.Item>
        <Form.Item label={large ? '新值（用于全部商品）' : '统一填写'} htmlFor="edit-all">
          <Space.Compact block={!large} className={large ? 'k-fill' : undefined}>
            <FieldInput
              key={item}
              id="edit-all"
              field={field}
              value={values.all}
              onChange={(all) => setValues((now) => ({ ...now, all }))}
            />
            {!large && (
              <Button
                onClick={() =>
                  setValues((now) => ({
                    ...Object.fromEntries(targets.map((one) => [one.key, now.all])),
                    all: now.all,
                  }))
                }
              >
                填充
              </Button>
            )}
          </Space.Compact>
        </Form.Item>
      </Form>
      <Table<Target>
        rowKey="key"
        pages={20}
        scroll={{ x: 640 }}
        dataSource={targets}
        columns={[
          { title: '商品', render: (_, one) => <ProductName of={one} /> },
          {
            title: '原值',
            width: 180,
            render: (_, one) => <FieldCell field={field} name={item} value={one.now} row={{}} />,
          },
          ...(large
            ? []
            : [
                {
                  title: '新值',
                  width: 220,
                  render: (_: unknown, one: Target) => (
                    <FieldInput
                      key={`${item}:${one.key}`}
                      compact
                      field={{ ...field, label: `${one.productName} ${one.suk} ${field.label}`.trim() }}
                      value={values[one.key]}
                      onChange={(next) => setValues((now) => ({ ...now, [one.key]: next }))}
                    />
                  ),
                },
              ]),
        ]}
      />
    </Dialog>
  )
}
