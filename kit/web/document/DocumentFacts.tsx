import { FieldCell } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { type Facts, InfoSections } from '#kit/web/info/InfoSections.tsx'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import { Table } from '#kit/web/Table.tsx'

/** What a document says, and which of its important fields wait for a decision. Frame §5. */
export function DocumentFacts<R extends ListRow>(props: Facts<R> & { shape: Shape; row: R }) {
  return (
    <>
      <PendingChange shape={props.shape} row={trust(props.row)} />
      <InfoSections {...props} />
    </>
  )
}

/** 待审核修改: old and new value of each field that waits (changeFields); nothing when none does. Catalog §8.1. */
export function PendingChange({ shape, row }: { shape: Shape; row: WireRow }) {
  const pending = trust<WireRow | null | undefined>(row.pending)
  const names = Object.keys(pending ?? {}).filter((name) => shape[name] !== undefined)
  if (pending == null || names.length === 0) return null
  const cell = (name: string, of: WireRow) => {
    const field = shape[name]
    return field && <FieldCell field={field} name={name} value={of[name]} row={of} wide />
  }
  return (
    <section className="k-section">
      <h3 className="k-group-title">待审核修改</h3>
      <p className="k-hint">审核通过后生效，通过前仍使用原值。</p>
      <Table
        bordered
        rowKey={(name) => name}
        dataSource={names}
        scroll={{ x: true }}
        columns={[
          { title: '修改项', render: (_, name: string) => shape[name]?.label },
          { title: '原值', render: (_, name: string) => cell(name, row) },
          { title: '新值', render: (_, name: string) => cell(name, pending) },
        ]}
      />
    </section>
  )
}
