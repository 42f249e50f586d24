import { Button, Descriptions } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { sameOriginPath } from '#kit/shared/text.ts'
import { goToLogin } from '../navigate.ts'
import { resetSession, useSession } from '../session.ts'
import { theHouse } from './house.ts'
import { routeOf } from './routes.ts'
import { SmallPage } from './SmallPage.tsx'

/** /401: which page it was, and whose account lacks it. Platform §4.6. */
export default function ForbiddenPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { name } = useSession()
  const from = sameOriginPath(query.get('from'))
  const wanted = routeOf(from)
  const changeAccount = async () => {
    await theHouse()
      .calls.logout()
      .catch((error: unknown) => console.error(error))
    resetSession()
    goToLogin('', from)
  }
  return (
    <SmallPage
      title="没有权限访问该页面"
      actions={
        <>
          <Button type="primary" onClick={() => void navigate('/')}>
            返回
          </Button>
          <Button onClick={() => void changeAccount()}>切换账号</Button>
        </>
      }
    >
      <Descriptions
        column={1}
        items={[
          { key: 'account', label: '当前账号', children: name },
          { key: 'menu', label: '所需菜单', children: wanted ? `${wanted.title}（${from}）` : from },
        ]}
      />
      <p>如需使用，请联系管理员为您的角色开通该菜单。</p>
    </SmallPage>
  )
}
