//! A list that takes no memory of its own as long as it is short: for what is looked at many times a decision.

/// A list, which lies in the value itself as long as it has no more than `N` things.
#[derive(Clone, Debug)]
pub struct Few<T, const N: usize> {
    near: [T; N],
    count: usize,
    /// All of them, once they are more.
    far: Vec<T>,
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// An empty list.
    pub fn new() -> Self {
        Self { near: [T::default(); N], count: 0, far: Vec::new() }
    }

    /// Adds `thing` at the end.
    pub fn push(&mut self, thing: T) {
        if let Some(place) = self.near.get_mut(self.count) {
            *place = thing;
        } else {
            if self.far.is_empty() {
                self.far.extend(self.near);
            }
            self.far.push(thing);
        }
        self.count += 1;
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Everything in it, in the order in which it was added.
    pub fn as_slice(&self) -> &[T] {
        self.near.get(..self.count).unwrap_or(&self.far)
    }

    /// The same, to be put in another order.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.near.get_mut(..self.count).unwrap_or(&mut self.far)
    }

    /// The same, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = T> + use<'_, T, N> {
        self.as_slice().iter().copied()
    }

    /// The same, without the list.
    pub fn each(self) -> impl Iterator<Item = T> {
        (0..self.count).filter_map(move |n| self.as_slice().get(n).copied())
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut few = Self::new();
        things.into_iter().for_each(|thing| few.push(thing));
        few
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy + Default + PartialEq, const N: usize> Few<T, N> {
    /// Adds `thing`, unless it is in the list.
    pub fn add(&mut self, thing: T) {
        if !self.as_slice().contains(&thing) {
            self.push(thing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_everything_in_order_however_much_there_is() {
        let mut few = Few::<u8, 3>::new();
        assert!(few.is_empty() && few.iter().next().is_none());
        for thing in [5, 4, 5, 3, 2, 4, 1] {
            few.add(thing);
        }
        few.push(5);
        assert!(!few.is_empty());
        assert!(few.iter().eq([5, 4, 3, 2, 1, 5]));
        few.as_mut_slice().sort_unstable();
        assert_eq!(few.as_slice(), [1, 2, 3, 4, 5, 5]);
        assert!(few.clone().each().eq(few.iter()));
        assert!((1..3).collect::<Few<u8, 3>>().each().eq(1..3));
    }
}
