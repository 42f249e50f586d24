import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { DialogHost } from '../host.tsx'
import { queryClient } from '../query.ts'
import { themeOf } from '../theme.ts'
import { type Size, useLayout } from './layout.ts'
import { Remarks } from './Remarks.tsx'
import '../kit.css'
import './shell.css'

const SIZES: Record<Size, { control: 'small' | 'middle'; token: ThemeConfig['token'] }> = {
  mini: { control: 'small', token: {} },
  small: { control: 'small', token: { controlHeightSM: 28 } },
  medium: { control: 'middle', token: {} },
  default: { control: 'middle', token: { controlHeight: 36, controlHeightSM: 32 } },
}

// Two Chinese characters on a button stand together, as in the texts of the specification. Always the same object: a new
// one would draw every part of every open page anew.
const BUTTON = { autoInsertSpace: false }

/** What every page but the login page stands in: texts, theme, sizes, the cache of answers, dialogs and remarks. */
export function Providers({ children }: { children: ReactNode }) {
  const { settings, size } = useLayout()
  const { control, token } = SIZES[size]
  const style = useMemo<ThemeConfig>(
    () => ({
      // Its variables count inside of .ts-vars, which antd also sets on every part, for the style sheets of the kit and the rooms.
      cssVar: { key: 'ts-vars' },
      token: { ...themeOf(settings.theme).token, ...token },
      components: {
        ...themeOf(settings.theme).components,
        Menu: {
          itemMarginInline: 0,
          activeBarBorderWidth: 0,
          itemBorderRadius: 0,
          darkItemBg: '#1f2937',
          darkSubMenuItemBg: '#18202c',
          darkPopupBg: '#1f2937',
        },
      },
    }),
    [settings.theme, token],
  )
  return (
    <ConfigProvider locale={zhCN} componentSize={control} theme={style} button={BUTTON}>
      <QueryClientProvider client={queryClient}>
        <Themed>
          {children}
          <DialogHost />
        </Themed>
      </QueryClientProvider>
    </ConfigProvider>
  )
}

/** Hands antd's colours to the shell's own style sheet. */
function Themed({ children }: { children: ReactNode }) {
  // Under its hash antd styles what is no component, e.g. links.
  const { token, hashId = '' } = theme.useToken()
  const colours: CSSProperties & Record<`--ts-${string}`, string> = {
    '--ts-primary': token.colorPrimary,
    '--ts-primary-text': token.colorPrimaryTextActive,
    '--ts-primary-bg': token.colorPrimaryBg,
    '--ts-text': token.colorText,
    '--ts-weak': token.colorTextSecondary,
    '--ts-line': token.colorBorderSecondary,
    '--ts-ground': token.colorBgLayout,
    '--ts-paper': token.colorBgContainer,
  }
  return (
    <div className={`ts-root ts-vars ${hashId}`} style={colours}>
      <Remarks />
      {children}
    </div>
  )
}
