import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { SmallPage } from './SmallPage.tsx'

/** /developing: a menu node leads to a screen this version does not have. Platform §1.3. */
export default function DevelopingPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const name = query.get('name') ?? ''
  return (
    <SmallPage
      title="功能开发中"
      actions={
        <>
          <Button onClick={() => void navigate(-1)}>返回</Button>
          <Button type="primary" onClick={() => void navigate('/')}>
            回到首页
          </Button>
        </>
      }
    >
      <p>{name === '' ? '该功能' : `“${name}”`}在当前版本中尚未提供。</p>
    </SmallPage>
  )
}
