export type DesignSystemColor = 'success' | 'warning' | 'danger' | 'subdued';

/** The API keeps the colour names of an older design system. */
export function designSystemColor(uiColor: string): DesignSystemColor {
  switch (uiColor) {
    case 'secondary':
    case 'success':
      return 'success';
    case 'warning':
      return 'warning';
    case 'danger':
      return 'danger';
    default:
      return 'subdued';
  }
}
