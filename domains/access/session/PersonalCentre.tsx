import { useSearchParams } from 'react-router'
import { NoticeWishes } from '#domains/settings/settings.pickers.tsx'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { useSession } from '#kit/web/session.ts'
import { OwnDevices } from './OwnDevices.tsx'
import { OwnLogins } from './OwnLogins.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { OwnTotp } from './OwnTotp.tsx'
import { OwnWechat } from './OwnWechat.tsx'

const PAGES = [
  { key: 'profile', label: '基本资料', View: OwnProfile },
  { key: 'password', label: '修改密码', View: OwnPassword },
  { key: 'totp', label: '动态口令', View: OwnTotp },
  { key: 'devices', label: '登录设备', View: OwnDevices },
  { key: 'logins', label: '登录日志', View: OwnLogins },
  { key: 'wechat', label: '微信绑定', View: OwnWechat },
  { key: 'notices', label: '通知设置', View: NoticeWishes },
] as const

/** 个人中心. With an expired password it opens on 修改密码. Platform §6.5. */
export default function PersonalCentre() {
  const [query, setQuery] = useSearchParams()
  const { login } = useSession()
  const wanted = query.get('tab') ?? (login?.pwdExpired === 1 ? 'password' : 'profile')
  const { key: active, View } = PAGES.find(({ key }) => key === wanted) ?? PAGES[0]
  return (
    <div className="k-page">
      <CountTabs
        label="个人中心"
        items={PAGES}
        active={active}
        onChange={(tab) => setQuery({ tab }, { replace: true })}
      />
      <View />
    </div>
  )
}
