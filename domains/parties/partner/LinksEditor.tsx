import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Radio, Space } from 'antd'
import { FieldCell } from '#kit/fields/web.tsx'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { FormState } from '#kit/web/form/useForm.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { openPicker } from '#kit/web/picker/PickerModal.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Table } from '#kit/web/Table.tsx'
import { toastError } from '#kit/web/toast.ts'
import { askOnce } from '#kit/web/useCall.ts'
import { companyField } from './partner.fields.ts'
import type { LinkRole } from './partnerLink.entity.ts'
import { formOf, linkOf, PARTNERS, type PartnerScreens, pickerOf } from './partnerScreens.ts'

const NO_LINKS = '还没有合作方，请从下方新增付款方、送达方和开票方'

/** 合作方 of the form of a sold-to party: whom it may use, and which of each role is the default. Catalog §6.2. */
export function LinksEditor({ form }: { form: FormState }) {
  const links = rowsOf(form.values.links)
  const companyId = Number(form.values.companyId ?? 0)
  const errors = Object.entries(form.errors).filter(([path]) => path.startsWith('links'))
  const give = (next: readonly WireRow[]) => form.set('links', next)

  const add = (role: LinkRole, chosen: readonly WireRow[]) => {
    const fresh = chosen.filter(
      (row) => !links.some((one) => one.role === role && one.partnerId === row.partnerId),
    )
    const hasDefault = links.some((one) => one.role === role && one.isDefault === 1)
    const own = fresh.findIndex((row) => row.isOwnDefault === 1)
    give([
      ...links,
      ...fresh.map(({ isOwnDefault: _own, ...row }, index) => ({
        ...row,
        role,
        isDefault: !hasDefault && index === Math.max(0, own) ? 1 : 0,
      })),
    ])
  }
  const asked = (): boolean => {
    if (companyId > 0) return true
    toastError('请先选择所属单位')
    return false
  }
  const pick = async (kind: PartnerScreens) => {
    if (!asked()) return
    const rows = await openPicker(pickerOf(kind), {
      multiple: true,
      filter: { usableBy: companyId, status: '1' },
    })
    if (rows !== null)
      add(
        kind.role,
        rows.map((row) => linkOf(kind, row)),
      )
  }
  const create = async (kind: PartnerScreens) => {
    if (!asked()) return
    const initial = { companyId, [kind.of.facts.title]: textOf(form.values.shoudaName) }
    const id = await openForm({ ...formOf(kind), id: null, initial, width: 900 })
    if (id !== null) add(kind.role, [linkOf(kind, await askOnce(kind.calls.info, { id }))])
  }
  const setDefault = (row: WireRow) =>
    give(links.map((one) => (one.role === row.role ? { ...one, isDefault: one === row ? 1 : 0 } : one)))

  return (
    <section className="k-group" data-path="links">
      <h3 className="k-group-title">合作方</h3>
      <p className="k-hint">
        审核前须有一个默认付款方、一个默认开票方和至少一个送达方，均属于本单位或其上级单位。
      </p>
      <Table<WireRow>
        bordered
        rowKey={(row) => `${textOf(row.role)}:${textOf(row.partnerId)}`}
        dataSource={[...links].sort((a, b) => Number(a.role) - Number(b.role))}
        scroll={{ x: 720 }}
        locale={{ emptyText: <span className="k-hint">{NO_LINKS}</span> }}
        columns={[
          { title: '角色', width: 90, render: (_, row) => labelOf(row) },
          { title: '编号', width: 120, render: (_, row) => textOf(row.code) || '—' },
          {
            title: '名称',
            render: (_, row) => (
              <>
                {textOf(row.name)} {row.status === 0 && <StateTag label="停用" means="off" />}
              </>
            ),
          },
          {
            title: '所属单位',
            width: 180,
            render: (_, row) => (
              <FieldCell field={companyField} name="companyId" value={row.companyId} row={row} />
            ),
          },
          {
            title: '默认',
            width: 70,
            align: 'center',
            render: (_, row) => (
              <Radio
                checked={row.isDefault === 1}
                aria-label={`设为默认${labelOf(row)} ${textOf(row.name)}`}
                onChange={() => setDefault(row)}
              />
            ),
          },
          {
            title: '操作',
            width: 60,
            render: (_, row) => (
              <Button
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined />}
                aria-label={`移除${labelOf(row)} ${textOf(row.name)}`}
                onClick={() => give(links.filter((one) => one !== row))}
              />
            ),
          },
        ]}
      />
      <Space wrap className="k-lines-foot">
        {PARTNERS.map((kind) => (
          <Button key={kind.role} type="dashed" icon={<PlusOutlined />} onClick={() => void pick(kind)}>
            新增{kind.of.label}
          </Button>
        ))}
        {PARTNERS.filter((kind) => mayCall(kind.calls.save)).map((kind) => (
          <Button key={`new-${kind.role}`} type="link" onClick={() => void create(kind)}>
            新增{kind.of.label}
          </Button>
        ))}
      </Space>
      {errors.map(([path, message]) => (
        <div key={path} className="k-error">
          {message}
        </div>
      ))}
    </section>
  )
}

const labelOf = (row: WireRow): string => PARTNERS.find((kind) => kind.role === row.role)?.of.label ?? ''
