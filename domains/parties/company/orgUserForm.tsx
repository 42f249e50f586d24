import { flag } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { orgUserCalls } from './orgUser.calls.ts'
import { orgUser } from './orgUser.entity.ts'

const FIELD = flag('主账号', { initial: 0 })

/** A company has one main account: giving the mark takes it from another one. Catalog §6.3. */
function MainInput(props: InputProps) {
  const ask = async (value: unknown) => {
    const isOn = value === 1
    if (!isOn || (await confirm('一个单位只有一个主账号，保存后原主账号的标记将转移到此账号，确定吗？')))
      props.onChange(value)
  }
  return <FieldInput {...props} field={FIELD} onChange={(value) => void ask(value)} />
}

const INPUTS = {
  isAdmin: { Input: MainInput },
  subOrgId: { help: '留空为单位本身' },
}

export const ORG_USER_GROUPS = [
  {
    title: '账号',
    fields: ['orgId', 'subOrgId', 'account', 'realName', 'phone', 'email', 'position', 'status'],
  },
  {
    title: '权限',
    fields: ['orgRole', 'isAdmin', 'shoudaIds', 'shipToIds', 'orderLimit', 'needApprove'],
  },
]
const WIDTH = 760

/** 新增组织用户, 编辑组织用户. Catalog §6.3. */
export function openOrgUser(id: number | null, orgId: number | null = null): Promise<number | null> {
  return openForm({
    of: orgUser,
    calls: orgUserCalls,
    id,
    initial: orgId === null ? {} : { orgId },
    groups: ORG_USER_GROUPS,
    inputs: INPUTS,
    width: WIDTH,
  })
}
