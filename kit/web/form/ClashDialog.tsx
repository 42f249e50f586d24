import { Radio } from 'antd'
import { useState } from 'react'
import { FieldCell } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { Table } from '#kit/web/Table.tsx'

interface Props {
  shape: Shape
  names: readonly string[]
  mine: WireRow
  theirs: WireRow
  onClose(chosen: WireRow | null): void
}

const WIDTH = 760

/** The dialog of `compareClashes`. */
export default function ClashDialog({ shape, names, mine, theirs, onClose }: Props) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const take = (name: string, isTheirs: boolean) => {
    const next = new Set(taken)
    if (isTheirs) next.add(name)
    else next.delete(name)
    setTaken(next)
  }
  const shown = (name: string, row: WireRow) => {
    const field = shape[name]
    return field && <FieldCell field={field} name={name} value={row[name]} row={row} />
  }
  return (
    <Dialog
      title="这些内容他人也修改了"
      width={WIDTH}
      okText="确定"
      cancelText="取消"
      onOk={() =>
        onClose(Object.fromEntries(names.map((name) => [name, (taken.has(name) ? theirs : mine)[name]])))
      }
      onCancel={() => onClose(null)}
    >
      <Table<{ name: string }>
        rowKey="name"
        bordered
        dataSource={names.map((name) => ({ name }))}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'label', title: '内容', render: (_, { name }) => shape[name]?.label ?? name },
          { key: 'mine', title: '我的', render: (_, { name }) => shown(name, mine) },
          { key: 'theirs', title: '新的', render: (_, { name }) => shown(name, theirs) },
          {
            key: 'choice',
            title: '保留',
            render: (_, { name }) => (
              <Radio.Group
                aria-label={shape[name]?.label ?? name}
                value={taken.has(name) ? 1 : 0}
                options={[
                  { value: 0, label: '用我的' },
                  { value: 1, label: '用新的' },
                ]}
                onChange={(event) => take(name, event.target.value === 1)}
              />
            ),
          },
        ]}
      />
    </Dialog>
  )
}
