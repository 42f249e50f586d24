import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { type ReactNode, useMemo } from 'react'
import { DialogHost } from '../host.tsx'
import { queryClient } from '../query.ts'
import { themeOf } from '../theme.ts'
import { useLayout } from './layout.ts'
import { Remarks } from './Remarks.tsx'
import '../kit.css'
import './shell.css'

// Two Chinese characters on a button stand together, as in the texts of the specification. Always the same object: a new
// one would draw every part of every open page anew.
const BUTTON = { autoInsertSpace: false }

/** What every page but the login page stands in: texts, theme, sizes, the cache of answers, dialogs and remarks. */
export function Providers({ children }: { children: ReactNode }) {
  const { settings, density } = useLayout()
  const style = useMemo(
    () => ({
      // Its variables count inside of .ts-vars, which antd also sets on every part, for the style sheets of the kit and the rooms.
      cssVar: { key: 'ts-vars' },
      ...themeOf(settings.theme, density),
    }),
    [settings.theme, density],
  )
  return (
    <ConfigProvider locale={zhCN} theme={style} button={BUTTON}>
      <QueryClientProvider client={queryClient}>
        <Themed>
          {children}
          <DialogHost />
        </Themed>
      </QueryClientProvider>
    </ConfigProvider>
  )
}

function Themed({ children }: { children: ReactNode }) {
  // Under its hash antd styles what is no component, e.g. links.
  const { hashId = '' } = theme.useToken()
  return (
    <div className={`ts-root ts-vars ${hashId}`}>
      <Remarks />
      {children}
    </div>
  )
}
