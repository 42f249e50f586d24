import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { switchState } from '#kit/shared/states.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import type { MenuNodeItem } from '../menu/menu.calls.ts'
import { RoleMembers } from './RoleMembers.tsx'
import { heldIn } from './RulesInput.tsx'
import { RulesTree } from './RulesTree.tsx'
import { roleInfo } from './role.calls.ts'
import { role } from './role.entity.ts'
import { OWN_SCOPE } from './role.rules.ts'
import { editAct, membersAt, ROLE_ACTIONS } from './roleActs.tsx'
import { ScopeCell } from './ScopeInput.tsx'

type Role = OutWireOf<typeof roleInfo>

const { scopeIds } = role.all

const ACTIONS = [editAct, ...ROLE_ACTIONS]

const SECTIONS: readonly InfoSection[] = [
  { title: '角色', fields: ['level', 'dataScope', 'scopeIds', 'remark', 'createTime', 'updateTime'] },
]
const CELLS = {
  scopeIds: {
    cell: (row: Role) => <ScopeCell field={scopeIds} name="scopeIds" value={row.scopeIds} row={row} />,
  },
}
const IF_ANY = {
  scopeIds: (row: Role) => row.dataScope === OWN_SCOPE,
  remark: (row: Role) => row.remark !== '',
}

/** How many pages of the menu are ticked. */
const pagesIn = (tree: readonly MenuNodeItem[]): number =>
  tree.reduce(
    (sum, { menuType, checked, child }) => sum + (menuType === 'C' && checked ? 1 : 0) + pagesIn(child),
    0,
  )

/** 角色详情: what a role may see and do, and who has it. Platform §6.2, screens §3. */
export default function RoleInfo() {
  const id = Number(useParams().id)
  return (
    <InfoPage
      of={role}
      call={roleInfo}
      id={id}
      title={(row) => `角色详情 ${row.roleName}`}
      name={(row) => row.roleName}
      number={(row) => row.roleCode}
      states={(row) => [switchState(row.status)]}
      actions={ACTIONS}
      back="/operation/roleManager/identityManager"
      figures={(row) => [
        { label: '成员', value: row.members, to: membersAt(id) },
        { label: '可用页面', value: pagesIn(row.menuList) },
      ]}
      sections={SECTIONS}
      cells={CELLS}
      ifAny={IF_ANY}
      parts={(row) => [
        {
          key: 'rules',
          label: '菜单权限',
          content: <RulesTree tree={row.menuList} held={new Set(heldIn(row.menuList))} />,
        },
      ]}
      lists={(row) => [{ key: 'members', label: '成员', content: <RoleMembers role={row} /> }]}
    />
  )
}
