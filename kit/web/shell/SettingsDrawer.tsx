import { CheckOutlined } from '@ant-design/icons'
import { Button, Drawer, Segmented, Switch } from 'antd'
import { useId, useState } from 'react'
import { changeSettings, forgetSettings, SWATCHES, saveSettings, useLayout } from './layout.ts'

const SWITCHES = [
  ['topNav', '顶部导航'],
  ['tagsView', '标签栏'],
  ['fixedHeader', '固定头部'],
  ['sidebarLogo', '显示Logo'],
  ['dynamicTitle', '动态标题'],
  ['navIcon', '菜单图标'],
] as const

/** How long saving and resetting visibly take. Platform §4.5. */
const PAUSE_MS = 1000

/** 布局设置: the eight settings, shown at once. Platform §4.5. */
export default function SettingsDrawer({ onClose }: { onClose(): void }) {
  const { settings } = useLayout()
  const [running, setRunning] = useState<'save' | 'reset' | null>(null)
  const id = useId()

  const later = (kind: 'save' | 'reset', then: () => void) => {
    setRunning(kind)
    setTimeout(then, PAUSE_MS)
  }
  const save = () => {
    saveSettings()
    later('save', () => setRunning(null))
  }
  const reset = () => {
    forgetSettings()
    later('reset', () => location.reload())
  }

  return (
    <Drawer
      open
      title="布局设置"
      size={280}
      onClose={onClose}
      footer={
        <div className="ts-drawer-foot">
          <Button type="primary" loading={running === 'save'} disabled={running !== null} onClick={save}>
            保存设置
          </Button>
          <Button loading={running === 'reset'} disabled={running !== null} onClick={reset}>
            恢复默认
          </Button>
        </div>
      }
    >
      <div className="ts-setting">
        <span id={`${id}-theme`}>主题色</span>
        <input
          type="color"
          aria-label="自选主题色"
          value={settings.theme}
          onChange={(event) => changeSettings({ theme: event.target.value })}
        />
      </div>
      <div className="ts-swatches" role="radiogroup" aria-labelledby={`${id}-theme`}>
        {SWATCHES.map((colour) => {
          const chosen = colour.toLowerCase() === settings.theme.toLowerCase()
          return (
            <label key={colour} style={{ background: colour }} title={colour}>
              <input
                type="radio"
                name={`${id}-swatch`}
                aria-label={colour}
                checked={chosen}
                onChange={() => changeSettings({ theme: colour })}
              />
              {chosen && <CheckOutlined aria-hidden />}
            </label>
          )
        })}
      </div>
      <div className="ts-setting">
        <span>侧边栏主题</span>
        <Segmented<'dark' | 'light'>
          aria-label="侧边栏主题"
          value={settings.sideTheme}
          options={[
            { value: 'dark', label: '深色' },
            { value: 'light', label: '浅色' },
          ]}
          onChange={(sideTheme) => changeSettings({ sideTheme })}
        />
      </div>
      {SWITCHES.map(([name, label]) => (
        <div className="ts-setting" key={name}>
          <span id={`${id}-${name}`}>{label}</span>
          <Switch
            aria-labelledby={`${id}-${name}`}
            checked={settings[name]}
            onChange={(on) => changeSettings({ [name]: on })}
          />
        </div>
      ))}
    </Drawer>
  )
}
