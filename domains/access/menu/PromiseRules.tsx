import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { mayCall } from '#kit/web/session.ts'
import { MenuTree } from './MenuTree.tsx'
import { permissionList, permissionTrace } from './menu.calls.ts'
import { PermissionCalls } from './PermissionCalls.tsx'
import { PermissionTrace } from './PermissionTrace.tsx'
import '../access.css'

/** 权限规则. Platform §6.3. */
export default function PromiseRules() {
  const [query, setQuery] = useSearchParams()
  const pages = [
    { key: 'menu', label: '菜单规则', children: <MenuTree /> },
    ...(mayCall(permissionList) ? [{ key: 'calls', label: '接口权限', children: <PermissionCalls /> }] : []),
    ...(mayCall(permissionTrace) ? [{ key: 'trace', label: '权限追踪', children: <PermissionTrace /> }] : []),
  ]
  const wanted = query.get('tab')
  return (
    <div className="k-page">
      <Tabs
        activeKey={pages.some(({ key }) => key === wanted) ? (wanted ?? 'menu') : 'menu'}
        items={pages}
        onChange={(tab) => setQuery({ tab }, { replace: true })}
      />
    </div>
  )
}
