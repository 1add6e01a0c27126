//! Values as bytes of a fixed number, so that they can be kept outside of Rust's types, over a loss
//! of power.
//!
//! Any bytes whatever can be read; whether they were a value is told afterwards.

/// A value that can be written as bytes and read back.
pub trait Pack: Copy {
    /// How many bytes it takes.
    const SIZE: usize;

    /// Some value, for others to be read in its place.
    const BLANK: Self;

    /// Writes the value to the first [`Self::SIZE`] bytes. What finds no room is dropped.
    fn pack(&self, to: &mut [u8]);

    /// Reads another value in place of this one. `false`: the bytes are none, and what has been
    /// read of them means nothing.
    #[must_use]
    fn unpack(&mut self, from: &[u8]) -> bool;

    /// Writes values one after the other.
    fn pack_all(values: &[Self], mut to: &mut [u8]) {
        for value in values {
            let Some((here, rest)) = to.split_at_mut_checked(Self::SIZE) else { return };
            value.pack(here);
            to = rest;
        }
    }

    /// Reads other values in place of these, as [`Pack::unpack`] does.
    #[must_use]
    fn unpack_all(values: &mut [Self], mut from: &[u8]) -> bool {
        for value in values {
            let Some((here, rest)) = from.split_at_checked(Self::SIZE) else { return false };
            if !value.unpack(here) {
                return false;
            }
            from = rest;
        }
        true
    }
}

impl Pack for u8 {
    const SIZE: usize = 1;
    const BLANK: Self = 0;

    fn pack(&self, to: &mut [u8]) {
        if let Some(here) = to.first_mut() {
            *here = *self;
        }
    }

    fn unpack(&mut self, from: &[u8]) -> bool {
        from.first().map(|here| *self = *here).is_some()
    }

    fn pack_all(values: &[Self], to: &mut [u8]) {
        for (value, here) in values.iter().zip(to) {
            *here = *value;
        }
    }

    fn unpack_all(values: &mut [Self], from: &[u8]) -> bool {
        let is_long_enough = from.len() >= values.len();
        for (value, here) in values.iter_mut().zip(from) {
            *value = *here;
        }
        is_long_enough
    }
}

/// Numbers are their bytes, the lowest first.
macro_rules! pack_numbers {
    ($($number:ty),+) => {$(
        impl Pack for $number {
            const SIZE: usize = size_of::<Self>();
            const BLANK: Self = 0;

            #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
            fn pack(&self, to: &mut [u8]) {
                if let Some(here) = to.first_chunk_mut() {
                    *here = self.to_le_bytes();
                }
            }

            #[cfg_attr(target_arch = "arm", inline(never))]
            fn unpack(&mut self, from: &[u8]) -> bool {
                from.first_chunk().map(|here| *self = Self::from_le_bytes(*here)).is_some()
            }
        }
    )+};
}

pack_numbers!(u16, u32, u64);

impl Pack for bool {
    const SIZE: usize = 1;
    const BLANK: Self = false;

    fn pack(&self, to: &mut [u8]) {
        u8::from(*self).pack(to);
    }

    fn unpack(&mut self, from: &[u8]) -> bool {
        match from.first() {
            Some(&code @ 0..2) => *self = code != 0,
            _ => return false,
        }
        true
    }
}

impl<T: Pack, const N: usize> Pack for [T; N] {
    const SIZE: usize = N * T::SIZE;
    const BLANK: Self = [T::BLANK; N];

    fn pack(&self, to: &mut [u8]) {
        T::pack_all(self, to);
    }

    fn unpack(&mut self, from: &[u8]) -> bool {
        T::unpack_all(self, from)
    }
}

/// Whether there is a value, then the value, or as many bytes that say nothing.
impl<T: Pack> Pack for Option<T> {
    const SIZE: usize = 1 + T::SIZE;
    const BLANK: Self = None;

    fn pack(&self, to: &mut [u8]) {
        match (self, to.get_mut(..Self::SIZE).and_then(<[u8]>::split_first_mut)) {
            (Some(value), Some((is_some, rest))) => {
                *is_some = 1;
                value.pack(rest);
            }
            (None, Some((is_some, rest))) => {
                *is_some = 0;
                rest.fill(0);
            }
            _ => {}
        }
    }

    fn unpack(&mut self, from: &[u8]) -> bool {
        match from.split_first() {
            Some((0, rest)) => {
                *self = None;
                rest.len() >= T::SIZE
            }
            Some((1, rest)) => self.insert(T::BLANK).unpack(rest),
            _ => false,
        }
    }
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    const SIZE: usize = A::SIZE + B::SIZE;
    const BLANK: Self = (A::BLANK, B::BLANK);

    fn pack(&self, to: &mut [u8]) {
        if let Some((first, second)) = to.split_at_mut_checked(A::SIZE) {
            self.0.pack(first);
            self.1.pack(second);
        }
    }

    fn unpack(&mut self, from: &[u8]) -> bool {
        from.split_at_checked(A::SIZE)
            .is_some_and(|(first, second)| self.0.unpack(first) && self.1.unpack(second))
    }
}

/// A structure is its fields, one after the other; with `if`, only such fields as agree. Fields
/// that follow from the others are not written; until they are found, they are those of `with`.
macro_rules! pack_fields {
    (
        $type:ident { $($field:tt: $of:ty),+ $(,)? } $(with ($rest:expr))? $(if $agree:path)?
    ) => {
        impl crate::pack::Pack for $type {
            const SIZE: usize = 0 $(+ <$of as crate::pack::Pack>::SIZE)+;
            const BLANK: Self =
                Self { $($field: <$of as crate::pack::Pack>::BLANK),+ $(, ..$rest)? };

            fn pack(&self, to: &mut [u8]) {
                let Some(rest) = to.get_mut(..Self::SIZE) else { return };
                $(
                    let size = <$of as crate::pack::Pack>::SIZE;
                    let Some((here, rest)) = rest.split_at_mut_checked(size) else { return };
                    self.$field.pack(here);
                )+
                debug_assert!(rest.is_empty());
            }

            fn unpack(&mut self, from: &[u8]) -> bool {
                let Some(rest) = from.get(..Self::SIZE) else { return false };
                $(
                    let size = <$of as crate::pack::Pack>::SIZE;
                    let Some((here, rest)) = rest.split_at_checked(size) else { return false };
                    if !self.$field.unpack(here) {
                        return false;
                    }
                )+
                rest.is_empty() $(&& $agree(self))?
            }
        }
    };
}

/// A value of an enumeration is one byte, its code: its place among all of them.
macro_rules! pack_code {
    ($type:ident) => {
        impl crate::pack::Pack for $type {
            const SIZE: usize = 1;
            const BLANK: Self = {
                let [first, ..] = Self::ALL;
                first
            };

            fn pack(&self, to: &mut [u8]) {
                (*self as u8).pack(to);
            }

            fn unpack(&mut self, from: &[u8]) -> bool {
                let known = from.first().and_then(|&code| Self::ALL.get(usize::from(code)));
                known.map(|value| *self = *value).is_some()
            }
        }
    };
}

/// A value that is a number, or a few, is read from what `$of` says it is.
macro_rules! pack_as {
    ($type:ident: $of:ty = $blank:expr, $write:path, $read:path) => {
        impl crate::pack::Pack for $type {
            const SIZE: usize = <$of as crate::pack::Pack>::SIZE;
            const BLANK: Self = $blank;

            fn pack(&self, to: &mut [u8]) {
                crate::pack::Pack::pack(&$write(*self), to);
            }

            fn unpack(&mut self, from: &[u8]) -> bool {
                let mut written = <$of as crate::pack::Pack>::BLANK;
                let known = crate::pack::Pack::unpack(&mut written, from);
                known && $read(written).map(|value| *self = value).is_some()
            }
        }
    };
}

pub(crate) use {pack_as, pack_code, pack_fields};

#[cfg(test)]
mod tests {
    use super::Pack;
    use crate::arbiter::Arbiter;
    use crate::chess::position::Position;
    use crate::law::rulebooks::Rulebook;

    const FEN: &str = "r3k2r/1P6/8/3pP3/8/5r2/8/R3K2R w KQkq d6 3 17";
    const SESSIONS: [&str; 7] = [
        "",
        "e1+h1 e1-g1 clock e1-e1 e1-d1 opp:e8",
        "e1-c1 a1-d1 hands clock opp:f3",
        "b7-a8 N@a8 N-a8 opp:a8 claim arbiter",
        "adjust:e1 brush:a1 e5-d6 clock off:d5 clock",
        "h1 e1 e1-g1 claim clock opp:h8 arbiter",
        "Q-f8 clock clock off:e1 off:a1 e5-e7 clock",
    ];

    fn packed(arbiter: &Arbiter) -> [u8; Arbiter::SIZE] {
        let mut bytes = [0; Arbiter::SIZE];
        arbiter.pack(&mut bytes);
        bytes
    }

    fn unpacked(bytes: &[u8]) -> Option<Arbiter> {
        let mut arbiter = Arbiter::BLANK;
        arbiter.unpack(bytes).then_some(arbiter)
    }

    fn each_state(mut see: impl FnMut(&Arbiter)) {
        for rules in Rulebook::ALL {
            for events in SESSIONS {
                let mut arbiter =
                    Arbiter::new(Position::from_fen(FEN).expect("the position is valid"), rules);
                see(&arbiter);
                for event in events.split_whitespace() {
                    arbiter
                        .handle(event.parse().expect("it is written as it should be"))
                        .expect("the event can happen");
                    see(&arbiter);
                }
            }
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        each_state(|arbiter| {
            let bytes = packed(arbiter);
            assert_eq!(unpacked(&bytes).as_ref(), Some(arbiter));
        });
    }

    #[test]
    fn what_can_be_unpacked_gives_a_ruling_whatever_it_is() {
        let mut states = 0;
        each_state(|arbiter| {
            let whole = packed(arbiter);
            for place in 0..whole.len() {
                for change in [0x01, 0x04, 0x10, 0x40, 0x81, 0xff] {
                    let mut bytes = whole;
                    bytes[place] ^= change;
                    if let Some(mut read) = unpacked(&bytes) {
                        assert_eq!(unpacked(&packed(&read)), Some(read));
                        let _ =
                            read.handle("clock".parse().expect("it is written as it should be"));
                        let _ =
                            read.handle("e1-g1".parse().expect("it is written as it should be"));
                        states += 1;
                    }
                }
            }
        });
        assert!(states > 10_000, "{states}");
    }

    #[test]
    fn bytes_that_are_no_machine_are_refused() {
        let arbiter = Arbiter::new(Position::standard(), Rulebook::Lesson);
        let whole = packed(&arbiter);
        assert_eq!(unpacked(&whole[1..]), None);
        for byte in [0x00, 0x55, 0xaa, 0xff] {
            assert_eq!(unpacked(&[byte; Arbiter::SIZE]), None);
        }
    }
}
