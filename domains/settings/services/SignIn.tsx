import { Card, Tabs } from 'antd'
import { passCalls as calls } from './pass.calls.ts'
import { StepForm } from './StepForm.tsx'

const LOGIN = [{ title: '登录', fields: ['account', 'password'] }]
const REGISTER = [
  { title: '验证手机号', fields: ['phone', 'code'] },
  { title: '设置密码', fields: ['password', 'domain'] },
]
const FORGOTTEN = [
  { title: '账号', fields: ['account'] },
  { title: '验证手机号', fields: ['phone', 'code'] },
  { title: '设置新密码', fields: ['password'] },
]
// The account of the platform is the phone it was registered with.
const withAccount = (input: Record<string, unknown>) => ({ ...input, account: input.phone })
const nothing = () => undefined

/** Nobody is signed in at the platform: 登录, 注册, 忘记密码. */
export function SignIn({ onDone }: { onDone(): void }) {
  return (
    <Card style={{ maxWidth: 460, margin: '24px auto' }}>
      <Tabs
        destroyOnHidden
        items={[
          {
            key: 'login',
            label: '登录',
            children: (
              <StepForm call={calls.login} steps={LOGIN} submit="登录" success="登录成功" onDone={onDone} />
            ),
          },
          {
            key: 'register',
            label: '注册',
            children: (
              <StepForm
                call={calls.register}
                steps={REGISTER}
                types={0}
                submit="注册"
                success="注册成功"
                complete={withAccount}
                onDone={nothing}
              />
            ),
          },
          {
            key: 'forgotten',
            label: '忘记密码',
            children: (
              <StepForm
                call={calls.updatePassword}
                steps={FORGOTTEN}
                submit="提交"
                success="修改成功，请重新登录"
                onDone={nothing}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}
