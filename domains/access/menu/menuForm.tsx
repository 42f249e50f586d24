import { Input, TreeSelect } from 'antd'
import type { ComponentType } from 'react'
import { asRecord } from '#kit/shared/record.ts'
import { ariaOf, type InputProps, isNone, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { toastWarning } from '#kit/web/toast.ts'
import { IconInput } from './IconInput.tsx'
import type { MenuRow } from './MenuTree.tsx'
import { menuAdd, menuInfo, menuUpdate } from './menu.calls.ts'
import { menu } from './menu.entity.ts'

const CALLS = { info: menuInfo, save: menuAdd, update: menuUpdate }

/** What nodes of a type have no use for. */
const UNUSED: Record<string, readonly string[]> = {
  M: ['component', 'perms', 'routeName', 'activeMenu', 'noCache', 'affix'],
  C: [],
  A: ['icon', 'isShow', 'component', 'routeName', 'activeMenu', 'noCache', 'affix'],
}

const FIELDS = [
  'menuType',
  'pid',
  'name',
  'icon',
  'component',
  'perms',
  'sort',
  'isShow',
  'routeName',
  'activeMenu',
  'noCache',
  'affix',
  'adminOnly',
]

interface MenuForm {
  tree: readonly MenuRow[]
  /** null: a new one below `pid` */
  row: MenuRow | null
  pid: number
  menuType: 'M' | 'C' | 'A'
}

/** Opens the form of a menu node. Platform §6.3. */
export function openMenu({ tree, row, pid, menuType }: MenuForm): Promise<number | null> {
  return openForm({
    of: menu,
    calls: CALLS,
    id: row?.id ?? null,
    width: 760,
    initial: { pid, menuType },
    groups: [
      {
        fields: FIELDS,
        ...(row === null || row.systemKey === '' ? {} : { note: `系统标识：${row.systemKey}` }),
      },
    ],
    inputs: {
      pid: { Input: parentInput(tree, row?.id ?? null), help: '按钮只能建在菜单之下，菜单最多四级' },
      icon: { Input: IconInput },
      component: { help: '本系统的路由，或以 http(s) 开头的地址（在新窗口打开）' },
      perms: { Input: CodesInput, help: '多个标识用逗号分隔', wide: true },
      sort: { help: '数字大的在前' },
      isShow: { help: '隐藏的页面不在侧边栏，但可以打开' },
      activeMenu: { help: '打开此页时高亮的菜单路径' },
      noCache: { help: '每次打开都重新加载' },
      affix: { help: '标签页不可关闭' },
      adminOnly: { help: '只有管理员角色可用，不能授予其他角色' },
    },
    hidden: (name, values) => UNUSED[String(values.menuType)]?.includes(name) ?? false,
    check: ({ menuType: type, component, perms }) => ({
      ...(type === 'C' && isNone(component) ? { component: '请输入组件路径' } : {}),
      ...(type === 'A' && isNone(perms) ? { perms: '请输入权限标识' } : {}),
    }),
    told: (answer) => {
      const { warnings } = asRecord(answer)
      if (Array.isArray(warnings) && warnings.length > 0) toastWarning(warnings.join('；'))
    },
  })
}

/** Codes are long and a page carries many: they need more than a line, and no blanks between them. */
function CodesInput(props: InputProps) {
  return (
    <Input.TextArea
      {...ariaOf(props)}
      id={props.id}
      className="k-code"
      value={textOf(props.value)}
      placeholder={placeholderOf(props, '请输入')}
      maxLength={props.field.max ?? 4000}
      autoSize={{ minRows: 1, maxRows: 6 }}
      onChange={(event) => props.onChange(event.target.value.replace(/\s+/g, ''))}
    />
  )
}

interface ParentOption {
  value: number
  title: string
  disabled: boolean
  children: ParentOption[]
}

function optionsOf(rows: readonly MenuRow[], without: number | null, inside = false): ParentOption[] {
  return rows
    .filter((row) => row.menuType !== 'A')
    .map((row) => {
      const off = inside || row.id === without
      return {
        value: row.id,
        title: row.name,
        disabled: off,
        children: optionsOf(row.children ?? [], without, off),
      }
    })
}

/** Made once for an opened form: a node cannot come below itself. */
function parentInput(tree: readonly MenuRow[], id: number | null): ComponentType<InputProps> {
  const options = [{ value: 0, title: '顶级', disabled: false, children: optionsOf(tree, id) }]
  return (props) => (
    <TreeSelect<number>
      {...ariaOf(props)}
      id={props.id}
      className="k-fill"
      treeData={options}
      value={Number(props.value ?? 0)}
      disabled={props.disabled}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandedKeys={[0]}
      styles={{ popup: { root: { maxHeight: 400, overflow: 'auto' } } }}
      onChange={props.onChange}
    />
  )
}
