import { Alert, Button, Form, Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { type Place, pathOf } from './menu.draft.ts'
import { BUTTON_TYPES, type MenuButton, type SubButton } from './menu.entity.ts'

type Values = Omit<SubButton, 'sub_button'>

interface ButtonFormProps {
  place: Place
  button: MenuButton | SubButton
  /** reasons by path */
  errors: Readonly<Record<string, string>>
  /** keys that no reply answers */
  unanswered: readonly string[]
  readOnly: boolean
  onChange(values: Partial<Values>): void
  onRemove(): void
}

/** The form of one button. Platform §11.1. */
export function ButtonForm({
  place,
  button,
  errors,
  unanswered,
  readOnly,
  onChange,
  onRemove,
}: ButtonFormProps) {
  const path = pathOf(place)
  const hasBelow = button.sub_button.length > 0
  const line = (name: keyof Values, label: string, help?: ReactNode) => {
    const error = errors[`${path}.${name}`]
    const id = `wx-${name}`
    return (
      <Form.Item
        label={label}
        htmlFor={id}
        required
        validateStatus={error === undefined ? '' : 'error'}
        help={error === undefined ? undefined : <span id={`${id}-help`}>{error}</span>}
        extra={help}
      >
        <Input
          id={id}
          value={button[name]}
          disabled={readOnly}
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { 'aria-describedby': `${id}-help` })}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      </Form.Item>
    )
  }
  const typeError = errors[`${path}.type`]
  return (
    <div className="wx-form">
      <Form component={false} layout="vertical">
        <h2 className="k-group-title">{place.below === null ? '一级菜单' : '二级菜单'}</h2>
        {line('name', '菜单名称', place.below === null ? '最多4个汉字或8个字母' : '最多8个汉字或16个字母')}
        {hasBelow ? (
          <p className="k-hint">该菜单下有二级菜单，只需填写名称。</p>
        ) : (
          <>
            <Form.Item
              label="规则状态"
              required
              validateStatus={typeError === undefined ? '' : 'error'}
              help={typeError}
            >
              <Radio.Group
                value={button.type}
                disabled={readOnly}
                aria-label="规则状态"
                options={BUTTON_TYPES.map(({ value, label }) => ({ value, label }))}
                onChange={({ target }) => onChange({ type: target.value })}
              />
            </Form.Item>
            {button.type === 'click' && line('key', '关键字', '点击后按关键字回复')}
            {button.type === 'click' && unanswered.includes(button.key) && (
              <Alert type="warning" showIcon title="关键字未设置回复" style={{ marginBottom: 16 }} />
            )}
            {button.type === 'miniprogram' && line('appid', '小程序AppID')}
            {button.type === 'miniprogram' && line('pagepath', '小程序页面路径')}
            {button.type === 'miniprogram' && line('url', '备用网页', '不支持小程序的旧版微信打开此网页')}
            {button.type === 'view' && line('url', '跳转链接', 'http:// 或 https:// 开头')}
          </>
        )}
        {!readOnly && (
          <Button danger onClick={onRemove}>
            删除该菜单
          </Button>
        )}
      </Form>
    </div>
  )
}
