import type { StartConfig } from './startConfig.web.ts'

interface DemoPeopleProps {
  demo: NonNullable<StartConfig['demo']>
  onChoose(account: string, password: string): void
}

/** Whom a newcomer may sign in as; choosing somebody fills in the form. Screens §6, decision 0122. */
export function DemoPeople({ demo, onChoose }: DemoPeopleProps) {
  return (
    <fieldset className="login-demo">
      <legend>演示账号（密码均为 {demo.password}）</legend>
      {demo.people.map(({ account, realName, role }) => (
        <button key={account} type="button" onClick={() => onChoose(account, demo.password)}>
          {role} {realName}
        </button>
      ))}
    </fieldset>
  )
}
