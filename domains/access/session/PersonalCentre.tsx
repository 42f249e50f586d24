import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { NoticeWishes } from '#domains/settings/settings.pickers.tsx'
import { useSession } from '#kit/web/session.ts'
import { OwnDevices } from './OwnDevices.tsx'
import { OwnLogins } from './OwnLogins.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { OwnWechat } from './OwnWechat.tsx'

const PAGES = [
  { key: 'profile', label: '基本资料', children: <OwnProfile /> },
  { key: 'password', label: '修改密码', children: <OwnPassword /> },
  { key: 'devices', label: '登录设备', children: <OwnDevices /> },
  { key: 'logins', label: '登录日志', children: <OwnLogins /> },
  { key: 'wechat', label: '微信绑定', children: <OwnWechat /> },
  { key: 'notices', label: '通知设置', children: <NoticeWishes /> },
]

/** 个人中心. With an expired password it opens on 修改密码. Platform §6.5. */
export default function PersonalCentre() {
  const [query, setQuery] = useSearchParams()
  const { login } = useSession()
  const wanted = query.get('tab') ?? (login?.pwdExpired === 1 ? 'password' : 'profile')
  return (
    <div className="k-page">
      <Tabs
        activeKey={PAGES.some(({ key }) => key === wanted) ? wanted : 'profile'}
        items={PAGES}
        destroyOnHidden
        onChange={(tab) => setQuery({ tab }, { replace: true })}
      />
    </div>
  )
}
